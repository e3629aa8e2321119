// The texts of the roads panel, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'roads'> = {
  'roads.zoom': '확대/축소',
  'roads.zoom.in': '확대',
  'roads.zoom.out': '축소',
  'roads.zoom.now': '배율 {zoom}/{most}.',
  'roads.zoom.auto': '단계에 따라 확대/축소',
  'roads.zoom.auto.help': '베팅할 수 있을 때 확대하고 카드를 나눌 때 축소합니다. 직접 조절하면 꺼집니다.',
  'roads.settings': '출목표 설정',
  'roads.letters': '원매에 글자 표시',
  'roads.letters.help':
    '글자가 없으면 플레이어 원의 가운데에 점이 있습니다. 타이 횟수가 있는 원은 플레이어일 때 양옆이 열립니다.',
  'roads.signs': '글자',
  'roads.signs.auto': '언어에 따라: {signs}',
  'roads.shoe': '슈',
  'roads.shoe.open': '이번 슈',
  'roads.shoe.ended': '슈 {shoe}',
  'roads.share': '{percent}%',
  'roads.sheet.full': '판이 가득 찼습니다. 다음 표시부터 새로 시작합니다.',
  'roads.slide': '{no}/{count}: {name}',
  'roads.slide.derived': '중국점',
  'roads.slide.next': '다음 출목표',
  'roads.slide.previous': '이전 출목표',
  'roads.strip.more': '모든 출목표 보기',
  'roads.ask.grows': '다음에 {side} 승이면: 원매 연속 {count}, 1군 {eye}, 2군 {small}, 3군 {pig}.',
  'roads.ask.begins': '다음에 {side} 승이면: 원매 새 열, 1군 {eye}, 2군 {small}, 3군 {pig}.',
  'roads.ask.marks': '1군 {eye}, 2군 {small}, 3군 {pig}',
};
