// The texts of the live picture of a table, and of its dealer, in Korean.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': '딜러 {name}',
  'dealer.since': '딜러 {name}, {time}부터',
  'card_notice.spare': '번 처리, 남는 카드: {cards}',
  'card_notice.early': '번 처리, 너무 일찍 나옴: {cards}',
  'card_notice.void': '번 처리, 라운드 무효: {cards}',
  'card_notice.beyond': '번 처리, 필요 없게 된 카드: {cards}',
  'shoe.counting': '남은 카드를 세는 중',
  'card_notice.hand_over': '번 처리, 딜러 교대: {cards}',
  'card_notice.other': '번 처리: {cards}',
  'card_notice.unseen': '읽지 못한 카드',
  'card_notice.amended': '{side}: {to} ({from}(으)로 잘못 읽음)',
  'picture.switch': '영상',
  'picture.film': '테이블 영상',
  'picture.starting': '영상을 불러오는 중입니다',
  'picture.live': '라이브',
  'picture.delayed': '영상이 테이블보다 {seconds, plural, other {#초}} 늦습니다',
  'picture.stalled': '영상이 멈췄습니다. 테이블은 계속 진행됩니다',
  'picture.none': '지금은 영상이 없습니다. 테이블은 계속 진행됩니다',
  'picture.full': '지금 영상을 보는 사람이 너무 많습니다. 테이블은 계속 진행됩니다',
  'picture.play': '영상 재생',
  'picture.back': '영상이 다시 라이브입니다',
  'picture.in_step': '영상에 맞추기',
  'picture.in_step.help': '카드와 결과가 영상에 보일 때 나타납니다. 시계와 베팅은 영상을 기다리지 않습니다.',
  'picture.log_in': '영상을 보려면 게스트로 플레이하거나 로그인하세요',
};
