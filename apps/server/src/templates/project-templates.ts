import { NodeType } from '@orrery/engine/node-type'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'
import {
  answerNode,
  codeNode,
  edge,
  END,
  type Field,
  llmNode,
  literal,
  type NodeRequest,
  param,
  ref,
  START,
  startNode,
  writeCanvas,
} from './canvas-build.ts'
import { chain } from './flow-templates.ts'
import {
  ANY_MODEL,
  Category,
  type Column,
  flowItem,
  iconOf,
  projectItem,
  tableItem,
  type Template,
  type Language,
  type Words,
} from './template-types.ts'

const insertNode = (
  id: string,
  table: string,
  fields: [at: number, source: ReturnType<typeof ref>][],
): NodeRequest => ({
  id,
  type: NodeType.DatabaseInsert,
  title: 'Insert',
  data: {
    inputs: {
      databaseInfoList: [{ databaseInfoID: table }],
      insertParam: {
        fieldInfo: fields.map(([at, value]) => [param('fieldID', literal(String(at))), param('fieldValue', value)]),
      },
    },
    outputs: [
      { name: 'outputList', type: 'list', schema: { type: 'object', schema: [] } },
      { name: 'rowNum', type: 'integer' },
    ],
  },
})
const selectNode = (id: string, table: string, columns: Column[]): NodeRequest => ({
  id,
  type: NodeType.DatabaseSelect,
  title: 'Query',
  data: {
    inputs: {
      databaseInfoList: [{ databaseInfoID: table }],
      selectParam: {
        fieldList: columns.map((_, at) => ({ fieldID: String(at + 1), isDistinct: false })),
        orderByList: [],
        limit: 100,
      },
    },
    outputs: [
      {
        name: 'outputList',
        type: 'list',
        schema: { type: 'object', schema: columns.map(({ name, type }) => ({ name, type: typeNames[type] })) },
      },
      { name: 'rowNum', type: 'integer' },
    ],
  },
})
const typeNames = { 1: 'string', 2: 'integer', 3: 'string', 4: 'float', 5: 'boolean' } as const

interface StoreRequest {
  number: number
  category: string
  glyph: Template['glyph']
  name: Words
  description: Words
  table: string
  columns: (Omit<Column, 'desc'> & { desc: Words; sample: string; sampleZh?: string })[]
}
/** A table with one workflow that inserts rows and one that shows them. */
const store = (input: StoreRequest): Template => ({
  number: input.number,
  kind: 'project',
  category: input.category,
  glyph: input.glyph,
  name: input.name,
  description: input.description,
  sample: {
    run: `add_${input.table}`,
    input: Object.fromEntries(input.columns.map((column) => [column.name, column.sample])),
    inputZh: Object.fromEntries(input.columns.map((column) => [column.name, column.sampleZh ?? column.sample])),
  },
  build(locale: Language, id): BundleItem[] {
    const project = id(0)
    const icon = iconOf(input.glyph)
    const columns = input.columns.map(({ name, desc, type }): Column => ({ name, desc: desc[locale], type }))
    const fields: Field[] = columns.map(({ name, type }) => ({ name, type: typeNames[type], required: true }))
    const list = columns.map(({ name, type }) => ({ name, type: typeNames[type] }))
    const rows = ref('110001', 'outputList', 'list', { type: 'object', schema: list })
    return [
      projectItem({ id: project, name: input.name[locale], description: input.description[locale], icon }),
      tableItem({ id: id(1), name: input.table, description: input.description[locale], icon: '', project }, columns),
      flowItem(
        {
          id: id(2),
          name: `add_${input.table}`,
          description: locale === 'zh' ? '添加一条记录' : 'Add an entry',
          icon: '',
          project,
        },
        chain(
          fields,
          [
            insertNode(
              '110001',
              id(1),
              fields.map((field, at) => [at + 1, ref(START, field.name, field.type)]),
            ),
          ],
          [param('added', ref('110001', 'rowNum', 'integer'))],
        ),
      ),
      flowItem(
        {
          id: id(3),
          name: `list_${input.table}`,
          description: locale === 'zh' ? '列出全部记录' : 'Shows all entries',
          icon: '',
          project,
        },
        chain(
          [],
          [
            selectNode('110001', id(1), columns),
            codeNode(
              '110002',
              'Lines',
              [param('rows', rows)],
              "async function main({ params }) {\n  const lines = (params.rows ?? []).map((row) => Object.values(row).join(', '))\n  return { text: lines.join('\\n'), count: lines.length }\n}",
              [
                { name: 'text', type: 'string' },
                { name: 'count', type: 'integer' },
              ],
            ),
          ],
          [param('text', ref('110002', 'text')), param('count', ref('110002', 'count', 'integer'))],
        ),
      ),
    ]
  },
})

const quiz: Template = {
  number: 24,
  kind: 'project',
  category: Category.learning,
  glyph: 'chat',
  name: { en: 'Quiz and score', zh: '对话与评分' },
  description: {
    en: 'A chatflow that asks questions and a workflow that scores answers',
    zh: '一个对话流，以及一个给答案评分的工作流',
  },
  sample: {
    run: 'score_answer',
    input: { answer: 'Paris', solution: ' paris ' },
    inputZh: { answer: '巴黎', solution: ' 巴黎 ' },
  },
  build(locale, id): BundleItem[] {
    const project = id(0)
    const chat: Field[] = [
      { name: 'USER_INPUT', required: true },
      { name: 'CONVERSATION_NAME', required: false, defaultValue: 'Default' },
    ]
    const talk = writeCanvas(
      [
        startNode(chat),
        llmNode('110001', 'Model', [param('question', ref(START, 'USER_INPUT'))], {
          model: ANY_MODEL,
          system:
            locale === 'zh'
              ? '你是一位友好的出题人，每次出一道题。'
              : 'You are a friendly quizmaster. Ask one question at a time.',
          prompt: '{{question}}',
          history: true,
        }),
        answerNode([param('output', ref('110001', 'output'))], '{{output}}'),
      ],
      [edge(START, '110001'), edge('110001', END)],
    )
    const score = chain(
      [
        { name: 'answer', required: true },
        { name: 'solution', required: true },
      ],
      [
        codeNode(
          '110001',
          'Compare',
          [param('answer', ref(START, 'answer')), param('solution', ref(START, 'solution'))],
          "async function main({ params }) {\n  const plain = (text) => (text ?? '').trim().toLowerCase()\n  const isRight = plain(params.answer) === plain(params.solution)\n  return { score: isRight ? 1 : 0 }\n}",
          [{ name: 'score', type: 'integer' }],
        ),
      ],
      [param('score', ref('110001', 'score', 'integer'))],
    )
    return [
      projectItem({
        id: project,
        name: this.name[locale],
        description: this.description[locale],
        icon: iconOf('spark'),
      }),
      flowItem({ id: id(1), name: 'quiz_talk', description: this.description[locale], icon: '', project }, talk, 3),
      flowItem({ id: id(2), name: 'score_answer', description: this.description[locale], icon: '', project }, score),
    ]
  },
}

export const projectTemplates: Template[] = [
  store({
    number: 20,
    category: Category.business,
    glyph: 'megaphone',
    name: { en: 'Feedback box', zh: '意见收集' },
    description: { en: 'Collect and review feedback', zh: '收集并查看用户反馈' },
    table: 'feedback',
    columns: [
      { name: 'author', desc: { en: 'Author', zh: '提交人' }, type: 1, sample: 'Ada', sampleZh: '小林' },
      { name: 'message', desc: { en: 'Message', zh: '反馈内容' }, type: 1, sample: 'Very good', sampleZh: '非常好用' },
    ],
  }),
  store({
    number: 21,
    category: Category.business,
    glyph: 'ticket',
    name: { en: 'Ticket desk', zh: '工单系统' },
    description: { en: 'Track tickets by urgency', zh: '记录标题与紧急程度的工单' },
    table: 'ticket',
    columns: [
      { name: 'title', desc: { en: 'Issue', zh: '问题' }, type: 1, sample: 'The door squeaks', sampleZh: '门有异响' },
      { name: 'urgency', desc: { en: 'Urgency, 1 to 5', zh: '紧急程度，1 到 5' }, type: 2, sample: '3' },
    ],
  }),
  store({
    number: 22,
    category: Category.learning,
    glyph: 'book',
    name: { en: 'Reading list', zh: '书单' },
    description: { en: 'Keep a list of books to read', zh: '想读的书与作者' },
    table: 'book',
    columns: [
      { name: 'title', desc: { en: 'Title', zh: '书名' }, type: 1, sample: 'Middlemarch', sampleZh: '红楼梦' },
      { name: 'author', desc: { en: 'Author', zh: '作者' }, type: 1, sample: 'George Eliot', sampleZh: '曹雪芹' },
    ],
  }),
  store({
    number: 23,
    category: Category.life,
    glyph: 'receipt',
    name: { en: 'Expenses', zh: '记账本' },
    description: { en: 'Track what you spend', zh: '记录消费项目与金额' },
    table: 'expense',
    columns: [
      { name: 'item', desc: { en: 'Item', zh: '项目' }, type: 1, sample: 'bread', sampleZh: '面包' },
      { name: 'amount', desc: { en: 'Amount', zh: '金额' }, type: 4, sample: '2.5' },
    ],
  }),
  quiz,
]
