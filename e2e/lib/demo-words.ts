import type { Language } from './studio.ts'

interface DemoWords {
  owner: string
  team: string
  members: string[]
  question: string
  answer: string
  text: string
  summary: string
  orders: string
  fields: string[]
  rows: string[][]
  plugin: string
  pluginText: string
  toolText: string
  toolField: string
}

/** Texts of a small shop, for the pictures of the user guide. */
export const demoWords: Record<Language, DemoWords> = {
  en: {
    owner: 'Mia Lund',
    team: 'Bike shop',
    members: ['Tomas Berg', 'Ines Duarte', 'Noah Weiss'],
    question: 'Can goods be returned within 30 days?',
    answer: 'Yes. Goods can be returned within 30 days. Please bring the receipt.',
    text: 'The new city bike arrived on Monday. It weighs 14 kg, has eight gears and comes in three colours.',
    summary: 'A new eight-gear city bike arrived on Monday.',
    orders: 'Orders of our customers',
    fields: ['Item', 'Pieces', 'Customer'],
    rows: [
      ['City bike', '1', 'Clara'],
      ['Helmet', '2', 'Jonas'],
      ['Bell', '1', 'Mei'],
      ['Lock', '3', 'Ana'],
    ],
    plugin: 'Orders',
    pluginText: 'Looks up orders of the shop',
    toolText: 'Finds an order by its number',
    toolField: 'Order number, e.g. 1042',
  },
  'zh-CN': {
    owner: '林晓',
    team: '自行车店',
    members: ['陈晨', '周宁', '吴桐'],
    question: '商品可以在 30 天内退货吗？',
    answer: '可以。商品可在 30 天内退货，请携带小票。',
    text: '新款城市自行车周一到货，重 14 公斤，八速，共三种颜色。',
    summary: '周一到货的新款城市自行车为八速，共三种颜色。',
    orders: '顾客订单',
    fields: ['商品', '数量', '顾客'],
    rows: [
      ['城市自行车', '1', '小雨'],
      ['头盔', '2', '志明'],
      ['车铃', '1', '美美'],
      ['车锁', '3', '安安'],
    ],
    plugin: '订单查询',
    pluginText: '查询店铺订单',
    toolText: '按订单号查询订单',
    toolField: '订单号，例如 1042',
  },
}
