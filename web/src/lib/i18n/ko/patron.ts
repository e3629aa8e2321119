// The texts of the navigation of a patron's pages, and of the settings, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'patron'> = {
  'patron.nav': '계정 항목',
  'patron.nav.balance': '잔액',
  'patron.nav.history': '베팅',
  'patron.nav.statement': '내역',
  'patron.nav.limits': '한도',
  'patron.nav.account': '로그인',
  'patron.nav.preferences': '설정',

  'preferences.device': '이 설정은 이 기기에 저장됩니다.',
  'preferences.bets': '베팅',
  'preferences.at_once': '즉시 베팅',
  'preferences.at_once.help': '칩을 놓는 즉시 보냅니다. 끄면 ‘확인’이 칩을 보냅니다.',
  'preferences.shortcuts': '키보드 단축키',
  'preferences.shortcuts.help': '테이블에서 사용합니다. ?를 누르면 키를 봅니다.',
  'preferences.show': '카드와 소리',
  'preferences.format.help': '숫자와 시간은 언어를 따릅니다: {amount}, {when}.',
};
