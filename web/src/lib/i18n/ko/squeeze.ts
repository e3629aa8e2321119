// The texts of a card that lies face down and is turned, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'squeeze'> = {
  'squeeze.grip': '{side}, {place}번째 카드: 들어 보거나 공개',
  'squeeze.edge.blank': '가장자리에 무늬 없음',
  'squeeze.edge.two': '가장자리에 무늬 2개',
  'squeeze.edge.three': '가장자리에 무늬 3개',
  'squeeze.edge.four': '가장자리에 무늬 4개',
  'squeeze.edge.picture': '가장자리가 그림 카드',
  'squeeze.seconds': '{seconds}초 남음',
  'squeeze.open': '카드 공개',
  'settings.show_name': '카드를 쪼을 때 이름 표시',
  'settings.show_name.help': '쪼는 카드 옆에 테이블의 모두에게 보입니다',
  'squeeze.you': '회원님이 {side} 카드를 쫍니다.',
  'squeeze.named': '{name} 님이 {side} 카드를 쫍니다.',
  'squeeze.somebody': '다른 회원이 {side} 카드를 쫍니다.',
};
