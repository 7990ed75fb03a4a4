import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'
import {
  codeNode,
  edge,
  END,
  endNode,
  type Field,
  llmNode,
  literal,
  type NodeRequest,
  param,
  pluginNode,
  ref,
  selectorNode,
  START,
  startNode,
  textNode,
  aggregateNode,
  writeCanvas,
} from './canvas-build.ts'
import { ANY_MODEL, Category, flowItem, iconOf, type Template, type Language, type Words } from './template-types.ts'

/** A canvas of Start, the given nodes in sequence, and End. */
export const chain = (fields: Field[], nodes: NodeRequest[], outputs: ReturnType<typeof param>[]) => {
  const ids = [START, ...nodes.map((node) => node.id), END]
  return writeCanvas(
    [startNode(fields), ...nodes, endNode(outputs)],
    ids.slice(1).map((id, at) => edge(ids[at]!, id)),
  )
}
const main = (body: string) => `async function main({ params }) {\n${body}\n}`
interface FlowRequest {
  number: number
  category: string
  glyph: Template['glyph']
  /** The name where only letters, digits and underscores are allowed. */
  plain: string
  name: Words
  description: Words
  input: Record<string, string>
  /** Inputs for readers of Chinese, if they are texts. */
  inputZh?: Record<string, string>
  schema(locale: Language): string
}
const flow = (input: FlowRequest): Template => ({
  number: input.number,
  kind: 'workflow',
  category: input.category,
  glyph: input.glyph,
  name: input.name,
  description: input.description,
  sample: { run: input.plain, input: input.input, inputZh: input.inputZh },
  build: (locale, id): BundleItem[] => [
    flowItem(
      { id: id(0), name: input.plain, description: input.description[locale], icon: iconOf(input.glyph) },
      input.schema(locale),
    ),
  ],
})
const asked = (system: string, prompt: string, inputs: [string, string][]) =>
  llmNode(
    '110001',
    'Model',
    inputs.map(([name, field]) => param(name, ref(START, field))),
    { model: ANY_MODEL, system, prompt },
  )
const output = (node: string, name: string, type: 'string' | 'integer' | 'float' = 'string') =>
  param(name, ref(node, name, type))

export const flowTemplates: Template[] = [
  flow({
    number: 11,
    category: Category.data,
    glyph: 'chart',
    plain: 'text_statistics',
    name: { en: 'Text statistics', zh: '文本统计' },
    description: {
      en: 'Count words and characters and find the longest word',
      zh: '统计文本的单词数、字符数与最长单词',
    },
    input: { text: 'the quick brown fox' },
    schema: () =>
      chain(
        [{ name: 'text', required: true }],
        [
          codeNode(
            '110001',
            'Count',
            [param('text', ref(START, 'text'))],
            main(
              "  const words = (params.text ?? '').split(/\\s+/).filter(Boolean)\n  return {\n    words: words.length,\n    characters: (params.text ?? '').length,\n    longest: words.toSorted((a, b) => b.length - a.length)[0] ?? '',\n  }",
            ),
            [
              { name: 'words', type: 'integer' },
              { name: 'characters', type: 'integer' },
              { name: 'longest', type: 'string' },
            ],
          ),
        ],
        [output('110001', 'words', 'integer'), output('110001', 'characters', 'integer'), output('110001', 'longest')],
      ),
  }),
  flow({
    number: 12,
    category: Category.writing,
    glyph: 'gift',
    plain: 'greeting_card',
    name: { en: 'Greeting card', zh: '贺卡' },
    description: { en: 'Write a short card for any occasion', zh: '为某人的某个场合写一张贺卡' },
    input: { person: 'Ada', occasion: 'birthday' },
    inputZh: { person: '小林', occasion: '生日' },
    schema: (locale) =>
      chain(
        [
          { name: 'person', required: true },
          { name: 'occasion', required: true },
        ],
        [
          textNode(
            '110001',
            'Card',
            [param('String1', ref(START, 'person')), param('String2', ref(START, 'occasion'))],
            locale === 'zh'
              ? '亲爱的{{String1}}：\n祝你{{String2}}快乐！'
              : 'Dear {{String1}},\nall the best for your {{String2}}!',
          ),
        ],
        [param('card', ref('110001', 'output'))],
      ),
  }),
  flow({
    number: 13,
    category: Category.efficiency,
    glyph: 'file',
    plain: 'summarise_text',
    name: { en: 'Summarise a text', zh: '文本摘要' },
    description: { en: 'Summarise a text in three sentences', zh: '用三句话概括文本要点' },
    input: { text: 'The ship left at noon. It carried tea. It came back in May with silk.' },
    inputZh: { text: '商船正午启航，满载茶叶，五月带着丝绸归来。' },
    schema: (locale) =>
      chain(
        [{ name: 'text', required: true }],
        [
          locale === 'zh'
            ? asked('你是一位编辑。', '总结以下内容，最多三句话：{{text}}', [['text', 'text']])
            : asked('You are an editor.', 'Summarise in at most three sentences: {{text}}', [['text', 'text']]),
        ],
        [param('summary', ref('110001', 'output'))],
      ),
  }),
  flow({
    number: 14,
    category: Category.learning,
    glyph: 'languages',
    plain: 'translate_text',
    name: { en: 'Translate a text', zh: '文本翻译' },
    description: { en: 'Translate into any language', zh: '翻译为指定语言' },
    input: { text: 'hello', language: 'French' },
    inputZh: { text: '你好', language: '法语' },
    schema: (locale) =>
      chain(
        [
          { name: 'text', required: true },
          { name: 'language', required: true, defaultValue: locale === 'zh' ? '英文' : 'Chinese' },
        ],
        [
          asked(
            locale === 'zh' ? '你是一位译者，只输出译文。' : 'You are a translator. Answer with the translation only.',
            locale === 'zh' ? '翻译成{{language}}：{{text}}' : 'Translate to {{language}}: {{text}}',
            [
              ['text', 'text'],
              ['language', 'language'],
            ],
          ),
        ],
        [param('translation', ref('110001', 'output'))],
      ),
  }),
  flow({
    number: 15,
    category: Category.business,
    glyph: 'mail',
    plain: 'write_email',
    name: { en: 'Write an email', zh: '撰写邮件' },
    description: { en: 'Turn a few points into a complete letter', zh: '根据要点生成称呼、正文与落款' },
    input: { recipient: 'Ms Lovelace', points: 'the parcel has arrived', sender: 'Bob' },
    inputZh: { recipient: '王女士', points: '包裹已收到', sender: '小李' },
    schema: (locale) =>
      chain(
        [
          { name: 'recipient', required: true },
          { name: 'points', required: true },
          { name: 'sender', required: true },
        ],
        [
          asked(
            locale === 'zh' ? '你撰写礼貌、简短的邮件正文。' : 'You write the body of polite, short e-mails.',
            locale === 'zh' ? '写一段正文，要点：{{points}}' : 'Write one paragraph that says: {{points}}',
            [['points', 'points']],
          ),
          textNode(
            '110002',
            'Letter',
            [
              param('String1', ref(START, 'recipient')),
              param('String2', ref('110001', 'output')),
              param('String3', ref(START, 'sender')),
            ],
            locale === 'zh'
              ? '{{String1}}，您好！\n\n{{String2}}\n\n{{String3}}'
              : 'Dear {{String1}},\n\n{{String2}}\n\nBest regards\n{{String3}}',
          ),
        ],
        [param('email', ref('110002', 'output'))],
      ),
  }),
  flow({
    number: 16,
    category: Category.business,
    glyph: 'filter',
    plain: 'route_message',
    name: { en: 'Route a message', zh: '消息分流' },
    description: { en: 'Handle urgent messages separately', zh: '将紧急消息与普通消息分开处理' },
    input: { message: 'urgent: the server is down' },
    inputZh: { message: '紧急：服务器宕机' },
    schema: (locale) =>
      writeCanvas(
        [
          startNode([{ name: 'message', required: true }]),
          selectorNode('110001', locale === 'zh' ? '是否紧急' : 'Urgent?', [
            {
              logic: 'or',
              conditions: [
                { operator: 7, left: ref(START, 'message'), right: literal('urgent') },
                { operator: 7, left: ref(START, 'message'), right: literal('紧急') },
              ],
            },
          ]),
          textNode(
            '110002',
            'Urgent',
            [param('String1', ref(START, 'message'))],
            locale === 'zh' ? '【立即处理】{{String1}}' : '[now] {{String1}}',
          ),
          textNode(
            '110003',
            'Normal',
            [param('String1', ref(START, 'message'))],
            locale === 'zh' ? '【排队】{{String1}}' : '[queue] {{String1}}',
          ),
          aggregateNode('110004', 'Either', [
            { name: 'result', variables: [ref('110002', 'output'), ref('110003', 'output')] },
          ]),
          endNode([param('result', ref('110004', 'result'))]),
        ],
        [
          edge(START, '110001'),
          edge('110001', '110002', 'true'),
          edge('110001', '110003', 'false'),
          edge('110002', '110004'),
          edge('110003', '110004'),
          edge('110004', END),
        ],
      ),
  }),
  flow({
    number: 17,
    category: Category.data,
    glyph: 'table',
    plain: 'list_to_table',
    name: { en: 'List to table', zh: '列表转表格' },
    description: { en: 'Turn comma-separated lines into a Markdown table', zh: '将逗号分隔的行转换为 Markdown 表格' },
    input: { lines: 'name,age\nAnn,30' },
    inputZh: { lines: '姓名,年龄\n小林,30' },
    schema: () =>
      chain(
        [{ name: 'lines', required: true }],
        [
          codeNode(
            '110001',
            'Table',
            [param('lines', ref(START, 'lines'))],
            main(
              "  const rows = (params.lines ?? '').split('\\n').filter(Boolean).map((line) => line.split(',').map((cell) => cell.trim()))\n  const [head = [], ...rest] = rows\n  const line = (cells) => `| ${cells.join(' | ')} |`\n  return { table: [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\\n'), rows: rest.length }",
            ),
            [
              { name: 'table', type: 'string' },
              { name: 'rows', type: 'integer' },
            ],
          ),
        ],
        [output('110001', 'table'), output('110001', 'rows', 'integer')],
      ),
  }),
  flow({
    number: 18,
    category: Category.life,
    glyph: 'wallet',
    plain: 'loan_payment',
    name: { en: 'Loan payment', zh: '贷款月供' },
    description: { en: 'Calculate the monthly payment of a loan', zh: '计算等额本息月供' },
    input: { amount: '1200', percent: '0', months: '12' },
    schema: () =>
      chain(
        [
          { name: 'amount', type: 'float', required: true },
          { name: 'percent', type: 'float', required: true },
          { name: 'months', type: 'integer', required: true },
        ],
        [
          codeNode(
            '110001',
            'Payment',
            [
              param('amount', ref(START, 'amount', 'float')),
              param('percent', ref(START, 'percent', 'float')),
              param('months', ref(START, 'months', 'integer')),
            ],
            main(
              '  const { amount, percent, months } = params\n  const rate = percent / 1200\n  const payment = rate ? (amount * rate) / (1 - (1 + rate) ** -months) : amount / months\n  return { payment: Math.round(payment * 100) / 100, total: Math.round(payment * months * 100) / 100 }',
            ),
            [
              { name: 'payment', type: 'float' },
              { name: 'total', type: 'float' },
            ],
          ),
        ],
        [output('110001', 'payment', 'float'), output('110001', 'total', 'float')],
      ),
  }),
  flow({
    number: 19,
    category: Category.developers,
    glyph: 'calculator',
    plain: 'calculate_expression',
    name: { en: 'Calculate an expression', zh: '表达式计算' },
    description: { en: 'Uses the official calculator plugin', zh: '调用官方计算器插件' },
    input: { expression: '(3 + 4)^2' },
    schema: () =>
      chain(
        [{ name: 'expression', required: true }],
        [
          pluginNode(
            '110001',
            'Calculator',
            { pluginId: '70000002', pluginName: 'Calculator', toolId: '7000000201', toolName: 'calculate' },
            [param('expression', ref(START, 'expression'))],
            [
              { name: 'result', type: 'float' },
              { name: 'text', type: 'string' },
            ],
          ),
        ],
        [param('result', ref('110001', 'text'))],
      ),
  }),
]
