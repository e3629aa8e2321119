// The texts of the rules dialog, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.play': '遊び方',
  'rules.play.wager': 'カウントダウンが終わる前に、1つ以上のベットにチップを置いて確定します。',
  'rules.play.sides':
    'プレイヤーとバンカーは2つの手の名前です。9に近い手が勝ちます。どちらかの手、またはタイに賭けます。',
  'rules.play.points': 'Aは1、10と絵札は0。合計の下1桁だけを数えます。7と8は15なので5です。',
  'rules.play.draw':
    'それぞれ2枚配ります。8か9（ナチュラル）で終了。それ以外は決まった規則で3枚目を引く手が決まります。',
  'rules.play.tie': 'タイのとき、プレイヤーとバンカーへのベットは返却されます（プッシュ）。',
  'rules.spots': 'ベット、配当、限度額',
  'rules.spot': 'ベット',
  'rules.odds': '配当',
  'rules.edge': '控除率',
  'rules.edge.note':
    '控除率は、ハウスがベットから得る平均の割合です。新しいシューの最初の6枚の全{draws}通りから計算します。返却されたベットもベットに数えます。',
  'rules.edge.failed': '正確なオッズを読み込めませんでした。',
  'rules.wins': '勝率',
  'rules.minimum': '最低',
  'rules.maximum': '最高',
  'rules.own': 'あなた：{amount}',
  'rules.own.closed': 'あなた：不可',
  'rules.own.note':
    'ハウスがあなたに範囲を設定しました（「あなた」）。ベットはテーブルの限度額とその範囲の両方に収まる必要があります。',
  'rules.limits.note': '限度額は、1ラウンドの1つのベットの合計に適用されます。',
  'rules.closes': 'ラウンド{round}から締切',
  'rules.conduct': 'このテーブルの規則',
  'rules.opposing.allowed': '1ラウンドでプレイヤーとバンカーの両方にベットできます。',
  'rules.opposing.refused': '1ラウンドでプレイヤーとバンカーの両方にはベットできません。',
  'rules.bonus':
    '全ラウンドの{chance}を超えて、いずれかのベットが利益になる組み合わせでは、ボーナスはベット合計の{share}までです。これに反するベットは拒否されます。',
  'rules.roads.clear': '罫線がいっぱいになると消えて最初から始まります。',
  'rules.roads.scroll': '罫線がいっぱいになると列ごとに送られます。',
  'rules.shoe': 'シューは{size}枚です。',
  'rules.document': '規則の全文',
  'rules.document.failed': '規則を読み込めませんでした。',
};
