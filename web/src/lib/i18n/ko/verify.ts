// The texts of the screen that checks proof files, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'verify'> = {
  'verify.intro':
    '모든 슈에는 증명 파일이 있습니다. 이 기기에서 검증하며, 아무것도 보내지 않고 연결도 필요 없습니다.',
  'verify.round': '{round}라운드의 베팅과 지급액을 슈와 함께 검증합니다.',
  'verify.round.no_proof': '이 슈는 증명이 생기기 전에 열렸습니다.',
  'verify.round.missing': '이 라운드의 증명을 불러오지 못했습니다.',
  'verify.drop': '증명 파일을 여기에 놓으세요. 한 슈도, 한 테이블의 여러 슈도 됩니다.',
  'verify.choose': '파일 선택',
  'verify.own': '나만 아는 정보 추가',
  'verify.own.intro': '모두 선택 사항입니다. 더 많은 항목을 검증할 수 있습니다.',
  'verify.key': '하우스의 키',
  'verify.key.hint': '인쇄물이나 다른 회원처럼, 하우스가 나에게만 바꿔 보여줄 수 없는 곳에서 가져오세요.',
  'verify.nonce': '이 슈에 낸 내 숫자',
  'verify.nonce.hint': '첫 카드 전에 내 페이지가 보낸 논스입니다.',
  'verify.digits': '16진수 64자리여야 합니다: 0~9, a~f.',
  'verify.wagers': '한 라운드의 내 베팅',
  'verify.wagers.choose': '파일 하나 선택',
  'verify.wagers.hint': '이 파일이 있으면 내 베팅과 지급도 검증합니다.',
  'verify.wagers.unreadable': '이 파일을 읽을 수 없습니다: {reason}',
  'verify.remove': '제거',
  'verify.missing': '검증 기능을 불러오지 못했습니다.',
  'verify.no_beacon': '공개 난수 검증 기능을 불러오지 못했습니다. 사용하려면 페이지를 새로 고치세요.',
  'verify.large': '{name} 파일은 1 MB를 넘어 읽지 않았습니다.',
  'verify.no_text': '{name} 파일은 텍스트가 아니어서 읽지 않았습니다.',
  'verify.summary': '파일 {count, plural, other {#}}개 검증, 실패 {failed, number}개',
  'verify.clear': '모두 제거',
  'verify.no_key': '하우스의 키가 없습니다. 지금까지 파일은 하나의 키가 모두 서명했다는 것만 증명합니다.',
  'verify.shoe': '테이블 {table}, 슈 {shoe}',
  'verify.unreadable': '증명 파일이 아님',
  'verify.ok': '실패한 검증 없음',
  'verify.failed': '검증 {count, plural, other {#}}개 실패',
  'verify.counts': '통과 {ok, number}, 검증 안 함 {open, number}',
  'verify.limit':
    '하우스가 누군가에게 카드 순서나 다른 사람의 베팅을 알려 주었는지는 아무도 검증할 수 없습니다. 파일은 공개된 시각을 보여 주지 않습니다.',
  'verify.lines': '각 줄은 프로그램 “punto verify”가 영어로 출력하는 것과 같습니다.',
};
