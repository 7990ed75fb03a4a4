import { FieldType, TableMode } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { Field } from './database.table.ts'

interface Words {
  en: string
  zh: string
}
interface Template {
  key: string
  name: string
  title: Words
  description: Words
  mode: 1 | 2 | 3
  fields: [name: string, type: Field['type'], description: Words, required?: boolean][]
}
const { text, number, date, float, boolean } = FieldType

/** Common tables to begin with. */
const templates: Template[] = [
  {
    key: 'reading-notes',
    name: 'reading_notes',
    title: { en: 'Reading notes', zh: '读书笔记' },
    description: { en: 'Books and thoughts about them', zh: '记录读过的书和想法' },
    mode: TableMode.singleUser,
    fields: [
      ['title', text, { en: 'Title of the book', zh: '书名' }, true],
      ['section', number, { en: 'Chapter', zh: '章节' }],
      ['note', text, { en: 'The note', zh: '笔记' }],
      ['read_at', date, { en: 'Reading date', zh: '阅读时间' }],
    ],
  },
  {
    key: 'expenses',
    name: 'expenses',
    title: { en: 'Expenses', zh: '记账本' },
    description: { en: 'Spending by category', zh: '记录每一笔收支' },
    mode: TableMode.singleUser,
    fields: [
      ['amount', float, { en: 'Amount', zh: '金额' }, true],
      ['category', text, { en: 'Food, travel, …', zh: '类别，如餐饮、交通' }],
      ['is_income', boolean, { en: 'Whether it is income', zh: '是否为收入' }],
      ['spent_at', date, { en: 'When', zh: '时间' }],
      ['remark', text, { en: 'Note', zh: '备注' }],
    ],
  },
  {
    key: 'tasks',
    name: 'tasks',
    title: { en: 'Tasks', zh: '任务清单' },
    description: { en: 'A shared to-do list', zh: '多人共享的待办事项' },
    mode: TableMode.multiUser,
    fields: [
      ['title', text, { en: 'Task', zh: '任务' }, true],
      ['assignee', text, { en: 'Assignee', zh: '负责人' }],
      ['is_done', boolean, { en: 'Finished', zh: '是否完成' }],
      ['due_at', date, { en: 'Due date', zh: '截止时间' }],
    ],
  },
  {
    key: 'products',
    name: 'products',
    title: { en: 'Products', zh: '商品目录' },
    description: { en: 'A read-only product catalogue', zh: '用户只读的商品目录' },
    mode: TableMode.readOnly,
    fields: [
      ['name', text, { en: 'Name', zh: '名称' }, true],
      ['price', float, { en: 'Price', zh: '价格' }, true],
      ['stock', number, { en: 'Stock', zh: '库存' }],
      ['description', text, { en: 'Description', zh: '描述' }],
    ],
  },
]

export const listTemplates = (locale: Locale) => {
  const say = (words: Words) => (locale === 'zh-CN' ? words.zh : words.en)
  return templates.map((template) => ({
    key: template.key,
    name: template.name,
    title: say(template.title),
    description: say(template.description),
    mode: template.mode,
    fields: template.fields.map(([name, type, words, required], index): Field => ({
      id: index + 1,
      name,
      type,
      desc: say(words),
      required: required ?? false,
    })),
  }))
}
