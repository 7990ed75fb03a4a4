import type { PlanField } from '@orrery/contract'
import { planName, type PlanFieldType, reservedFields } from '@orrery/contract/shared/app-plan-rules'

export type PlanLanguage = 'en' | 'zh'
const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
export const languageOf = (text: string): PlanLanguage => (isChinese(text) ? 'zh' : 'en')

/** English column names for the words that Chinese descriptions use most. */
const inEnglish: Readonly<Record<string, string>> = {
  姓名: 'name',
  名字: 'name',
  名称: 'name',
  联系人: 'contact',
  客户: 'customer',
  电话: 'phone',
  手机: 'phone',
  手机号: 'phone',
  联系电话: 'phone',
  联系方式: 'contact',
  邮箱: 'email',
  地址: 'address',
  城市: 'city',
  公司: 'company',
  部门: 'department',
  职位: 'position',
  标题: 'title',
  主题: 'subject',
  内容: 'content',
  描述: 'description',
  说明: 'description',
  备注: 'notes',
  留言: 'message',
  意见: 'comment',
  评价: 'comment',
  原因: 'reason',
  日期: 'date',
  时间: 'time',
  生日: 'birthday',
  截止日期: 'due_date',
  开始日期: 'start_date',
  结束日期: 'end_date',
  金额: 'amount',
  价格: 'price',
  单价: 'unit_price',
  费用: 'cost',
  预算: 'budget',
  工资: 'salary',
  数量: 'quantity',
  库存: 'stock',
  人数: 'people',
  年龄: 'age',
  评分: 'rating',
  分数: 'score',
  成绩: 'score',
  状态: 'status',
  优先级: 'priority',
  类别: 'category',
  类型: 'type',
  分类: 'category',
  等级: 'level',
  来源: 'source',
  负责人: 'assignee',
  作者: 'author',
  书名: 'title',
  商品: 'product',
  产品: 'product',
  型号: 'model',
  规格: 'size',
  颜色: 'colour',
  班级: 'class_name',
  学号: 'student_no',
  课程: 'course',
  车牌: 'plate',
  车牌号: 'plate',
  房号: 'room',
  房间: 'room',
  编号: 'code',
  订单号: 'order_no',
  链接: 'link',
  性别: 'gender',
  满意度: 'satisfaction',
  项目: 'activity',
  食材: 'ingredients',
  步骤: 'steps',
  做法: 'steps',
  分钟: 'minutes',
  小时: 'hours',
  是否参加: 'attending',
  是否完成: 'done',
  是否付款: 'paid',
  已付款: 'paid',
  已完成: 'done',
}
/** A name for a column or table; a title without Latin letters gets the fallback. */
export function nameFor(title: string, fallback: string): string {
  const plain = (inEnglish[title.trim()] ?? title)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 30)
    .replace(/_+$/, '')
  const name = planName.test(plain) ? plain : fallback
  return (reservedFields as readonly string[]).includes(name) ? `${name}_no` : name
}

const choices: readonly { words: RegExp; options: Readonly<Record<PlanLanguage, readonly string[]>> }[] = [
  {
    words: /\bstatus\b|\bstage\b|状态|进度/i,
    options: { en: ['New', 'In progress', 'Done'], zh: ['待处理', '进行中', '已完成'] },
  },
  {
    words: /\bpriority\b|\burgency\b|优先级|紧急程度/i,
    options: { en: ['Low', 'Medium', 'High'], zh: ['低', '中', '高'] },
  },
  { words: /\bgender\b|\bsex\b|性别/i, options: { en: ['Female', 'Male', 'Other'], zh: ['女', '男', '其他'] } },
]
const types: readonly [PlanFieldType, RegExp][] = [
  ['boolean', /^(?:is|has|whether)\b|\b(?:done|paid|active|completed|finished|attending|agreed|returned)\b|是否|^已/i],
  ['date', /\b(?:date|day|deadline|birthday|due|when|time)\b|日期|时间|生日|截止|期限/i],
  [
    'integer',
    /\b(?:quantity|qty|count|age|people|guests|seats|rating|stars|score|stock|pages?|minutes|hours|reps|sets|year)\b|\bnumber of\b|数量|年龄|人数|评分|分数|成绩|库存|次数|页数|分钟|小时/i,
  ],
  [
    'number',
    /\b(?:amount|price|cost|total|budget|salary|fee|weight|height|distance|temperature|sum|hourly rate)\b|金额|价格|单价|费用|预算|工资|重量|体重|身高|距离|温度|总额/i,
  ],
  [
    'longText',
    /\b(?:notes?|description|comments?|message|details|content|feedback|reason|address|remarks?|summary|steps|ingredients|instructions)\b|备注|描述|说明|内容|留言|意见|评价|原因|地址|详情|步骤|食材|做法/i,
  ],
]
/** Options written in brackets after a field: `status (new, paid)`, `状态（新建、已付款）`. */
function optionsIn(text: string): { title: string; options: string[] } {
  const found = /^(.*?)\s*[(（[]([^)）\]]+)[)）\]]\s*$/.exec(text.trim())
  const options = (found?.[2] ?? '')
    .split(/[,;/|、，；]|\bor\b|或/i)
    .map((option) => option.trim().slice(0, 60))
    .filter(Boolean)
  return options.length > 1
    ? { title: found![1]!.trim(), options: [...new Set(options)].slice(0, 12) }
    : { title: (found?.[1] ?? text).trim(), options: [] }
}
const clean = (text: string) =>
  text
    .replaceAll(/["“”'‘’「」.。!！?？:：;；]/g, '')
    .trim()
    .replaceAll(
      /^(?:(?:and|an?|the|its?|their|each|some|one|as well as|also|optional|required)\s+)+|^(?:和|以及|还有|一个|每个)/gi,
      '',
    )
    .replaceAll(/\s*(?:fields?|columns?|字段|等)$/gi, '')
    .trim()

export function fieldFor(text: string, at: number): PlanField | undefined {
  const { title: raw, options } = optionsIn(text)
  const title = clean(raw)
  if (!title || title.length > 40 || title.split(/\s+/).length > 5) return undefined
  const name = nameFor(title, `field_${at + 1}`)
  const shown = title[0]!.toUpperCase() + title.slice(1)
  const known = choices.find(({ words }) => words.test(title))?.options[languageOf(title)]
  const chosen = options.length ? options : (known ?? [])
  const type = chosen.length ? 'choice' : (types.find(([, words]) => words.test(title))?.[0] ?? 'text')
  return { name, title: shown, type, required: false, options: [...chosen] }
}
/** Splits a list of fields; commas inside brackets belong to the field before them. */
const partsOf = (text: string): string[] =>
  text.split(/(?:[,;、，；\n]|\s+\band\b\s+|\s+\bplus\b\s+|以及|和(?!\p{Script=Han}*[)）]))(?![^(（[]*[)）\]])/iu)

/** The fields that a list of words names; the first text field is required. */
export function fieldsFrom(text: string): PlanField[] {
  const found = partsOf(text)
    .flatMap((part, at) => fieldFor(part, at) ?? [])
    .slice(0, 20)
  const unique = found.filter(({ name }, at) => found.findIndex((other) => other.name === name) === at)
  return withRequired(unique)
}
export function withRequired(fields: readonly PlanField[]): PlanField[] {
  const first = Math.max(
    0,
    fields.findIndex(({ type }) => type === 'text'),
  )
  return fields.map((field, at) => (at === first ? { ...field, required: field.type !== 'boolean' } : field))
}
