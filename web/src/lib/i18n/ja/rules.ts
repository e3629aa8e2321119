// The texts of the rules dialog, in Japanese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.spots': 'ベット、配当、限度額',
  'rules.edge': '控除率',
  'rules.edge.failed': '正確なオッズを読み込めませんでした。',
  'rules.wins': '勝率',
  'rules.own': 'あなた：{amount}',
  'rules.own.closed': 'あなた：不可',
  'rules.own.note':
    'ハウスがあなたに範囲を設定しました（「あなた」）。ベットはテーブルの限度額とその範囲の両方に収まる必要があります。',
  'rules.limits.note': '限度額は、1ラウンドの1つのベットの合計に適用されます。',
  'rules.conduct': 'このテーブルの規則',
  'rules.opposing.allowed': '1ラウンドでプレイヤーとバンカーの両方にベットできます。',
  'rules.opposing.refused': '1ラウンドでプレイヤーとバンカーの両方にはベットできません。',
  'rules.bonus':
    '全ラウンドの{chance}を超えて、いずれかのベットが利益になる組み合わせでは、ボーナスはベット合計の{share}までです。これに反するベットは拒否されます。',
  'rules.roads.clear': '罫線がいっぱいになると消えて最初から始まります。',
  'rules.roads.scroll': '罫線がいっぱいになると列ごとに送られます。',
  'rules.document': '規則の全文',
  'rules.document.failed': '規則を読み込めませんでした。',
};
