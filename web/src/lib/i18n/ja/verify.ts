// The texts of the screen that checks proof files, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'verify'> = {
  'verify.intro':
    'どのシューにも証明ファイルがあります。この端末で検証します。何も送信せず、接続も不要です。',
  'verify.round': '第{round}ラウンドのベットと配当を、シューとあわせて検証します。',
  'verify.round.no_proof': 'このシューは証明の導入前に開かれました。',
  'verify.round.missing': 'このラウンドの証明を読み込めませんでした。',
  'verify.drop':
    '証明ファイルをここにドロップしてください。1シューでも、同じテーブルの複数シューでもかまいません。',
  'verify.choose': 'ファイルを選ぶ',
  'verify.own': 'ご自身だけが知る情報を追加',
  'verify.own.intro': 'すべて任意です。検証できる項目が増えます。',
  'verify.key': 'ハウスの鍵',
  'verify.key.hint': '印刷物や他のお客様など、ハウスがあなただけに変えられない所から入手してください。',
  'verify.key.kept': 'このブラウザーが保存している鍵です。',
  'verify.nonce': 'このシューのあなたの数',
  'verify.nonce.hint': '最初のカードの前に、あなたのページが送ったノンスです。',
  'verify.nonce.kept': 'このブラウザーがこのシューに送り、保存している数です。',
  'verify.digits': '16進数64桁で入力してください（0〜9、a〜f）。',
  'verify.wagers': '1ラウンドのあなたのベット',
  'verify.wagers.choose': 'ファイルを1つ選ぶ',
  'verify.wagers.hint': 'このファイルがあると、ベットと払い戻しも検証します。',
  'verify.wagers.unreadable': 'このファイルは読めません: {reason}',
  'verify.remove': '外す',
  'verify.missing': '検証機能を読み込めませんでした。',
  'verify.no_beacon': '公開乱数の検証機能を読み込めませんでした。使うにはページを再読み込みしてください。',
  'verify.records': '読み取り機の記録: {names}。そのシューの証明ファイルと一緒に検証します。',
  'verify.large': '{name} は1 MBを超えるため、読み込みませんでした。',
  'verify.no_text': '{name} はテキストファイルではないため、読み込みませんでした。',
  'verify.summary': '{count, plural, other {#}}件を検証、失敗 {failed, number}件',
  'verify.clear': 'すべて外す',
  'verify.no_key': 'ハウスの鍵が未入力です。今のところ、ファイルが示すのは同じ鍵で署名されたことだけです。',
  'verify.kept':
    'このブラウザーが保存しているハウスの鍵で検証しました。別のハウスのファイルの場合は、「{where}」でその鍵を入力してください。',
  'verify.shoe': 'テーブル{table}、シュー{shoe}',
  'verify.unreadable': '証明ファイルではありません',
  'verify.ok': '失敗した検証はありません',
  'verify.failed': '{count, plural, other {#}}項目の検証が失敗',
  'verify.counts': '合格 {ok, number}、未検証 {open, number}',
  'verify.open': '未検証の項目と理由',
  'verify.save.proof': '証明ファイルを保存',
  'verify.save.wagers': 'ベットを保存',
  'verify.save.in_play':
    'このシューはまだ進行中で、これは現時点のファイルです。終了後にもう一度保存してください。',
  'verify.save.records': '読み取り機の記録を保存',
  'verify.limit':
    'ハウスがカードの順番や他人のベットを誰かに教えたかどうかは、誰にも検証できません。ファイルからは公開時刻もわかりません。',
  'verify.limit.live':
    '署名は、読み取り機が何をどの順番で伝えたかを証明します。テーブルのカードを読んだことは、録画でわかります。',
  'verify.lines': '各行は、プログラム「punto verify」が英語で出力するものと同じです。',
};
