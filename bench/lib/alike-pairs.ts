/** Two sentences. The second copies the first with other marks, rewords it, or only looks similar. */
export interface SentencePair {
  a: string
  b: string
  kind: 'copied' | 'reworded' | 'similar'
  language: 'en' | 'zh'
}
interface Words {
  things: string[]
  others: string[]
  /** Two wordings of the same question. `#` is replaced by a thing. */
  asks: [string, string][]
  /** Copies a text with changes in case or punctuation only. */
  copy(text: string, n: number): string
}
const english: Words = {
  things: [
    'library card',
    'train ticket',
    'hotel booking',
    'bank account',
    'garden shed',
    'winter coat',
    'coffee machine',
    'bicycle lock',
    'water bill',
    'phone contract',
    'parking permit',
    'gym membership',
  ],
  others: [
    'kitchen table',
    'dog licence',
    'concert seat',
    'savings plan',
    'roof window',
    'rain jacket',
    'bread oven',
    'car key',
    'power meter',
    'radio station',
    'boat mooring',
    'choir rehearsal',
  ],
  asks: [
    ['How do I cancel my # before the end of the month?', 'What is the way to cancel my # before the month ends?'],
    ['Where can I find the rules for a # in this city?', 'In this city, where are the rules for a # to be found?'],
    ['Please tell me how much a new # costs for students.', 'How much does a new # cost for students, please?'],
    ['My # was lost yesterday and I need another one soon.', 'I lost my # yesterday and soon need another one.'],
    ['Can somebody else pick up the # on my behalf?', 'Is it possible that another person picks up the # for me?'],
    ['The # arrived broken, and I would like my money back.', 'I want my money back because the # arrived broken.'],
    ['Is there a discount on the # for families with children?', 'Do families with children get a discount on the #?'],
  ],
  copy: (text, n) =>
    [text.toUpperCase(), ` ${text.replace(/[.?]$/, '')} !`, text.replace(/,/g, '').toLowerCase()][n % 3]!,
}
const chinese: Words = {
  things: [
    '借书证',
    '火车票',
    '酒店订单',
    '银行账户',
    '停车证',
    '健身卡',
    '水费账单',
    '手机套餐',
    '冬季外套',
    '咖啡机',
    '自行车锁',
    '花园工具房',
  ],
  others: [
    '餐桌',
    '宠物证',
    '演唱会门票',
    '理财计划',
    '天窗',
    '雨衣',
    '烤箱',
    '车钥匙',
    '电表',
    '广播电台',
    '泊船位',
    '合唱团排练',
  ],
  asks: [
    ['我想在月底之前取消我的#，应该怎么办理？', '月底之前要取消我的#，请问怎么办理？'],
    ['在这座城市里哪里可以查到#的相关规定？', '请问#的相关规定在这座城市里到哪里查？'],
    ['请告诉我学生办理新的#需要多少钱。', '学生办理新的#要花多少钱，请告诉我。'],
    ['我的#昨天丢了，需要尽快补办一个。', '昨天我把#弄丢了，想尽快补办一个。'],
    ['可以请别人代替我去领取#吗？', '#可以由别人代我去领取吗？'],
    ['收到的#已经损坏，我想申请退款。', '因为#收到时已经损坏，所以我想申请退款。'],
    ['有孩子的家庭购买#可以享受优惠吗？', '购买#时，有孩子的家庭可以享受优惠吗？'],
  ],
  copy: (text, n) => [`${text}！`, ` ${text.replace(/[。？]$/, '')}`, text.replace(/，/g, '、')][n % 3]!,
}

function pairsOf({ things, others, asks, copy }: Words, language: 'en' | 'zh', count: number): SentencePair[] {
  return Array.from({ length: count }, (_, n): SentencePair => {
    const kind = (['copied', 'reworded', 'similar'] as const)[n % 3]!
    const [first, second] = asks[Math.floor(n / 3) % asks.length]!
    const at = Math.floor(n / 3 / asks.length) % things.length
    const a = first.replace('#', things[at]!)
    const other = {
      copied: () => copy(a, n),
      reworded: () => second.replace('#', things[at]!),
      similar: () => first.replace('#', others[at]!),
    }
    return { a, b: other[kind](), kind, language }
  })
}
/** 500 pairs, half of them in Chinese. */
export const sentencePairs = (): SentencePair[] => [...pairsOf(english, 'en', 250), ...pairsOf(chinese, 'zh', 250)]
