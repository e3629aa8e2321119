// The texts of the checks of a table in play, in Korean. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': '검증됨',
  'watch.mark.waiting': '검증 중',
  'watch.mark.no_proof': '증명 없음',
  'watch.mark.live': '종료 시 증명',
  'watch.mark.failed': '검증 실패',
  'watch.mark.missing': '여기서는 검증 안 됨',
  'watch.cards': '{count, plural, other {카드 #장 검증됨}}',
  'watch.title': '이 슈의 검증',
  'watch.intro':
    '이 기기는 카드가 공개되는 순간 한 장씩 검증하며 결과는 보내지 않습니다. 좌석이 있는 동안에는 새 슈마다 내 난수를 하나 보냅니다.',
  'watch.waiting': '지금까지 문제가 없습니다. 순서가 아직 봉인되지 않았거나 데이터가 오는 중입니다.',
  'watch.verdict':
    '{cards, plural, =0 {검증됨: 순서가 봉인되었고 아직 공개된 카드가 없습니다.} other {검증됨: 카드 #장이 모두 봉인된 순서의 다음 카드입니다.}}',
  'watch.verdict.bets':
    '{cards, plural, =0 {검증됨: 순서가 봉인되었고 아직 공개된 카드가 없습니다.} other {검증됨: 카드 #장이 모두 봉인된 순서의 다음 카드입니다.}} {rounds, plural, other {#개 라운드의 내 베팅이 첫 카드 전에 확정되었습니다.}}',
  'watch.open': '검증하지 않은 항목과 이유',
  'watch.number': '이 슈에 낸 내 숫자',
  'watch.copy': '복사',
  'watch.copied': '복사됨',
  'watch.no_proof': '이 슈는 증명이 생기기 전에 열렸습니다. 다음 슈에는 증명이 있습니다.',
  'watch.live': '이 슈의 카드는 기기가 한 장씩 읽고 서명합니다. 슈가 끝나면 그 기록이 카드를 증명합니다.',
  'watch.missing': '이 브라우저에서는 검증할 수 없습니다. 증명 파일은 다른 곳에서 검증할 수 있습니다.',
  'watch.commitment': '커밋먼트',
  'watch.root': '카드의 루트',
  'watch.head': '{no}번까지의 기록',
  'watch.head.hint': '이 테이블의 플레이어끼리 비교하면 같은 번호 뒤의 숫자가 같아야 합니다.',
  'watch.file': '증명 파일 저장',
  'watch.verify': '파일 검증',
  'watch.again': '이 하우스로 다시 시작',
  'watch.again.hint':
    '이 하우스의 키나 기록이 지난 방문 때와 다릅니다. 직접 다시 설치한 하우스처럼 이유를 아는 경우에만 다시 시작하세요.',
  'watch.alarm.record': '이 테이블의 공개 기록이 올바르지 않습니다.',
  'watch.alarm.key': '하우스의 서명 키가 내가 알던 키와 다릅니다.',
  'watch.alarm.promise': '이 슈는 하우스가 약속한 슈가 아닙니다.',
  'watch.alarm.order': '카드 순서가 봉인된 순서와 다릅니다.',
  'watch.alarm.cards': '봉인된 순서의 다음 카드가 아닌 카드가 공개되었습니다.',
  'watch.alarm.rounds': '한 라운드가 기록과 다르게 진행되었습니다.',
  'watch.alarm.wagers': '베팅이 화면에 보이는 대로 확정되지 않았습니다.',
  'watch.alarm.do': '베팅을 멈추고 파일을 보관하세요.',
};
