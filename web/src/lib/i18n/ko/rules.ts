// The texts of the rules dialog, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.play': '게임 방법',
  'rules.play.wager': '카운트다운이 끝나기 전에 한 곳 이상에 칩을 놓고 확인하세요.',
  'rules.play.sides':
    '플레이어와 뱅커는 두 패의 이름입니다. 9에 가까운 쪽이 이깁니다. 어느 한쪽 또는 타이에 베팅하세요.',
  'rules.play.points': 'A는 1, 10과 그림 카드는 0입니다. 합계의 끝자리만 셉니다. 7과 8은 15이므로 5입니다.',
  'rules.play.draw':
    '각각 두 장을 받습니다. 8이나 9(내추럴)면 끝납니다. 아니면 정해진 규칙으로 세 번째 카드를 받을 쪽을 정합니다.',
  'rules.play.tie': '타이면 플레이어와 뱅커 베팅은 돌려받습니다(푸시).',
  'rules.spots': '베팅, 배당, 한도',
  'rules.spot': '베팅',
  'rules.odds': '배당',
  'rules.edge': '하우스 에지',
  'rules.edge.note':
    '하우스 에지는 하우스가 베팅에서 평균적으로 남기는 비율이며, 새 슈의 처음 여섯 장의 모든 순서 {draws}가지로 계산합니다. 돌려받은 베팅도 베팅으로 셉니다.',
  'rules.edge.failed': '정확한 확률을 불러오지 못했습니다.',
  'rules.wins': '승률',
  'rules.minimum': '최소',
  'rules.maximum': '최대',
  'rules.own': '나: {amount}',
  'rules.own.closed': '나: 불가',
  'rules.own.note':
    '하우스가 회원님의 범위를 정했습니다(“나”). 베팅은 테이블 한도와 그 범위에 모두 맞아야 합니다.',
  'rules.limits.note': '한도는 한 라운드의 한 베팅 합계에 적용됩니다.',
  'rules.closes': '라운드 {round}부터 마감',
  'rules.conduct': '이 테이블의 규칙',
  'rules.opposing.allowed': '한 라운드에 플레이어와 뱅커 모두 베팅할 수 있습니다.',
  'rules.opposing.refused': '한 라운드에 플레이어와 뱅커 모두 베팅할 수 없습니다.',
  'rules.bonus':
    '베팅 중 하나라도 이익을 내는 라운드가 {chance}를 넘으면, 보너스는 총 베팅의 {share}까지만 쓸 수 있습니다. 이를 어기는 베팅은 거부됩니다.',
  'rules.roads.clear': '출목표가 가득 차면 지우고 다시 시작합니다.',
  'rules.roads.scroll': '출목표가 가득 차면 열 단위로 밀립니다.',
  'rules.shoe': '슈는 {size}장입니다.',
  'rules.document': '전체 규칙',
  'rules.document.failed': '규칙을 불러오지 못했습니다.',
};
