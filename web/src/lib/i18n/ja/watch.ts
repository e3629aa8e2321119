// The texts of the checks of a table in play, in Japanese. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': '検証済み',
  'watch.mark.waiting': '検証中',
  'watch.mark.no_proof': '証明なし',
  'watch.mark.live': '終了時に証明',
  'watch.mark.failed': '検証に失敗',
  'watch.mark.missing': 'ここでは未検証',
  'watch.cards': '{count, plural, other {# 枚を検証済み}}',
  'watch.title': 'このシューの検証',
  'watch.intro':
    'この端末は、カードが公開された瞬間に一枚ずつ検証し、結果は送信しません。着席中は、新しいシューごとにあなたの乱数を一つ送信します。',
  'watch.waiting': '今のところ問題はありません。順序がまだ封印されていないか、データが届く途中です。',
  'watch.verdict':
    '{cards, plural, =0 {検証済み：順序は封印され、カードはまだ公開されていません。} other {検証済み：# 枚のカードが、すべて封印された順序どおりです。}}',
  'watch.verdict.bets':
    '{cards, plural, =0 {検証済み：順序は封印され、カードはまだ公開されていません。} other {検証済み：# 枚のカードが、すべて封印された順序どおりです。}}{rounds, plural, other {あなたの # ラウンドのベットは、最初のカードの前に確定されました。}}',
  'watch.open': '未検証の項目と理由',
  'watch.number': 'このシューのあなたの数',
  'watch.copy': 'コピー',
  'watch.copied': 'コピーしました',
  'watch.no_proof': 'このシューは証明の導入前に開かれました。次のシューには証明があります。',
  'watch.live':
    'このシューのカードは、機器が一枚ずつ読み取って署名します。シューが終わると、その記録がカードを証明します。',
  'watch.missing': 'このブラウザーでは検証できません。証明ファイルはほかの場所で検証できます。',
  'watch.commitment': 'コミットメント',
  'watch.root': 'カードのルート',
  'watch.head': '第 {no} 号までの記録',
  'watch.head.hint': 'このテーブルのプレイヤー同士で比べると、同じ番号のあとの数字は同じはずです。',
  'watch.file': '証明ファイルを保存',
  'watch.verify': 'ファイルを検証',
  'watch.again': 'このハウスで最初からやり直す',
  'watch.again.hint':
    'このハウスの鍵または記録が、前回の訪問時と異なります。理由が分かる場合だけ(自分で設置し直したハウスなど)やり直してください。',
  'watch.alarm.record': 'このテーブルの公開記録が正しくありません。',
  'watch.alarm.key': 'ハウスの署名の鍵が、あなたの知る鍵と異なります。',
  'watch.alarm.promise': 'このシューは、ハウスが約束したものではありません。',
  'watch.alarm.order': 'カードの順序が封印されたものと違います。',
  'watch.alarm.cards': '封印された順序の次ではないカードが公開されました。',
  'watch.alarm.rounds': '記録と違うラウンドが配られました。',
  'watch.alarm.wagers': 'あなたのベットは、画面の表示どおりに確定されませんでした。',
  'watch.alarm.do': 'ベットをやめて、ファイルを保存してください。',
};
