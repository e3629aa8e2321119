// The texts of the live picture of a table, and of its dealer, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': 'ディーラー {name}',
  'dealer.since': 'ディーラー {name}（{time}から）',
  'card_notice.spare': 'バーン（余分なカード）：{cards}',
  'card_notice.early': 'バーン（早く出たカード）：{cards}',
  'card_notice.void': 'バーン（ラウンド無効）：{cards}',
  'card_notice.beyond': 'バーン（不要になったカード）：{cards}',
  'shoe.counting': '残りのカードを数えています',
  'card_notice.hand_over': 'バーン（ディーラー交代）：{cards}',
  'card_notice.other': 'バーン：{cards}',
  'card_notice.unseen': '読み取れなかったカード',
  'card_notice.amended': '{side}：{to}（{from}は読み違い）',
  'picture.switch': '映像',
  'picture.film': 'テーブルの映像',
  'picture.starting': '映像を読み込んでいます',
  'picture.live': 'ライブ',
  'picture.delayed': '映像はテーブルより {seconds, plural, other {# 秒}}遅れています',
  'picture.stalled': '映像が止まっています。テーブルは進行中です',
  'picture.none': '現在、映像がありません。テーブルは進行中です',
  'picture.full': '現在、映像を見ている人が多すぎます。テーブルは進行中です',
  'picture.play': '映像を再生',
  'picture.back': '映像がライブに戻りました',
  'picture.in_step': '映像に合わせる',
  'picture.in_step.help': 'カードと結果は、映像に映るときに表示されます。時計とベットは映像を待ちません。',
  'picture.log_in': '映像を見るには、ゲストとして遊ぶかログインしてください',
};
