import { createHash } from 'node:crypto'
import { sharp } from '#kit/sharp.ts'
import { type Glyph, glyphs } from './glyphs.ts'

/** Words that suggest a shape, in both languages; the first match wins. */
const hints: [RegExp, Glyph][] = [
  [/translat|language|phrasebook|翻译|语言|英语|日语/i, 'languages'],
  [/refund|expense|invoice|receipt|billing|退款|报销|发票|记账|账单/i, 'receipt'],
  [/support|helpdesk|help desk|customer service|service desk|客服|售后|支持/i, 'headset'],
  [/ticket|booking|reserv|工单|预订|订票/i, 'ticket'],
  [/travel|trip|journey|tour|route|旅行|旅游|导游|行程|攻略/i, 'map'],
  [/flight|airline|airport|visa|航班|机票|签证/i, 'plane'],
  [/\b(code|coding|coder|program|develop|developer)|代码|编程|开发/i, 'code'],
  [/debug|\bbug|test case|调试|测试/i, 'bug'],
  [/mail|邮件/i, 'mail'],
  [/meeting|minutes|memo|会议|纪要/i, 'checklist'],
  [/writ|copywrit|editor|blog|article|写作|文案|编辑|文章/i, 'pen'],
  [/financ|invest|stock|bank|budget|财务|理财|投资|预算|贷款/i, 'wallet'],
  [/data|chart|report|analy|statistic|数据|分析|报表|统计/i, 'chart'],
  [/teach|learn|study|tutor|coach|exam|interview|学习|老师|教练|考试|面试|陪练/i, 'cap'],
  [/book|read|library|novel|书|阅读|小说/i, 'book'],
  [/contract|legal|\blaw|compliance|合同|法律|合规/i, 'scale'],
  [/safe|secur|guard|安全|风控/i, 'shield'],
  [/document|file|pdf|文档|文件/i, 'file'],
  [/knowledge|faq|wiki|知识|问答/i, 'library'],
  [/music|song|poem|音乐|歌|诗/i, 'music'],
  [/photo|image|picture|draw|paint|图片|照片|绘画|作图/i, 'image'],
  [/voice|phone|speech|语音|电话/i, 'microphone'],
  [/doctor|medic|clinic|health|医|健康|问诊/i, 'medicine'],
  [/fitness|sport|workout|健身|运动/i, 'fitness'],
  [/emotion|love|friend|情感|恋爱|陪伴/i, 'heart'],
  [/cook|recipe|menu|kitchen|restaurant|菜|食谱|厨房|餐/i, 'utensils'],
  [/plant|garden|farm|植物|园艺|农/i, 'leaf'],
  [/shop|order|sale|product|商店|店铺|订单|销售|商品|导购/i, 'bag'],
  [/market|campaign|advert|营销|广告|推广/i, 'megaphone'],
  [/news|daily|digest|summar|新闻|日报|摘要|总结/i, 'news'],
  [/remind|alarm|提醒|闹钟/i, 'bell'],
  [/schedule|calendar|plan|日程|日历|计划/i, 'calendar'],
  [/hiring|recruit|team|people|\bhr\b|招聘|团队|人事/i, 'users'],
  [/idea|brainstorm|creativ|灵感|创意/i, 'lightbulb'],
  [/game|quiz|puzzle|游戏|谜/i, 'puzzle'],
  [/search|find|research|搜索|查找|研究/i, 'search'],
  [/weather|world|country|天气|世界/i, 'globe'],
  [/chat|talk|聊天|对话/i, 'chat'],
]
/** Shapes for names that match no word. */
const plain: Glyph[] = [
  'bot',
  'spark',
  'orbit',
  'compass',
  'rocket',
  'feather',
  'target',
  'puzzle',
  'lightbulb',
  'layers',
]

export const glyphFor = (text: string): Glyph =>
  hints.find(([pattern]) => pattern.test(text))?.[1] ?? plain[byte(text, 0) % plain.length]!

const byte = (seed: string, at: number) => createHash('sha256').update(seed).digest()[at]!

/** Gradients of two colours on which white lines are legible. */
const grounds = [
  ['#4f86f7', '#4f46e5'],
  ['#0891b2', '#0f766e'],
  ['#e11d48', '#ea580c'],
  ['#8b5cf6', '#7c22ce'],
  ['#475569', '#3730a3'],
  ['#0d9488', '#0f766e'],
  ['#c026d3', '#be185d'],
  ['#2563eb', '#0369a1'],
  ['#4d7c0f', '#047857'],
  ['#ea580c', '#dc2626'],
] as const
export const groundCount = grounds.length
export const groundFor = (text: string): number => byte(text, 1) % groundCount

/** Draws a rounded tile with a glyph; the same seed always gives the same icon. */
export function drawIcon(seed: string, glyph: Glyph, size = 512, ground = groundFor(seed)): Promise<Buffer> {
  const [from, to] = grounds[ground % groundCount]!
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 96 96">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="96" height="96" rx="22" fill="url(#g)"/>
<g transform="translate(24 24) scale(2)" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${glyphs[glyph]}</g></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer()
}
