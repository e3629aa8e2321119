// The texts of the rules dialog, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.spots': '베팅, 배당, 한도',
  'rules.edge': '하우스 에지',
  'rules.edge.failed': '정확한 확률을 불러오지 못했습니다.',
  'rules.wins': '승률',
  'rules.own': '나: {amount}',
  'rules.own.closed': '나: 불가',
  'rules.own.note':
    '하우스가 회원님의 범위를 정했습니다(“나”). 베팅은 테이블 한도와 그 범위에 모두 맞아야 합니다.',
  'rules.limits.note': '한도는 한 라운드의 한 베팅 합계에 적용됩니다.',
  'rules.conduct': '이 테이블의 규칙',
  'rules.opposing.allowed': '한 라운드에 플레이어와 뱅커 모두 베팅할 수 있습니다.',
  'rules.opposing.refused': '한 라운드에 플레이어와 뱅커 모두 베팅할 수 없습니다.',
  'rules.bonus':
    '베팅 중 하나라도 이익을 내는 라운드가 {chance}를 넘으면, 보너스는 총 베팅의 {share}까지만 쓸 수 있습니다. 이를 어기는 베팅은 거부됩니다.',
  'rules.roads.clear': '출목표가 가득 차면 지우고 다시 시작합니다.',
  'rules.roads.scroll': '출목표가 가득 차면 열 단위로 밀립니다.',
  'rules.document': '전체 규칙',
  'rules.document.failed': '규칙을 불러오지 못했습니다.',
};
