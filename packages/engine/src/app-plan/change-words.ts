import type { InterfaceDocument, PlanEntity, PlanPage } from '@orrery/contract'
import type { InterfaceFacts } from '#interface/facts.ts'
import { type Page, pagesOf } from '#interface/tree.ts'
import { fieldsFrom, languageOf, nameFor } from './field-words.ts'
import { type AppStep, pageStep } from './plan-steps.ts'
import { planWords } from './plan-words.ts'
import { planFromWords } from './read-description.ts'

const colours: readonly [RegExp, string][] = [
  [/\bgreen\b|绿/i, '#188038'],
  [/\bred\b|红/i, '#c5221f'],
  [/\bblue\b|蓝/i, '#1a63d8'],
  [/\b(?:purple|violet)\b|紫/i, '#7a3fd1'],
  [/\borange\b|橙|橘/i, '#b8500b'],
  [/\bpink\b|粉/i, '#c2185b'],
  [/\b(?:black|dark grey|dark gray)\b|黑/i, '#3c4043'],
  [/\bteal|turquoise\b|青/i, '#00796b'],
]
const rename = [
  /\b(?:rename|call|change the title of|retitle)\s+(?:the\s+)?(?:page\s+)?["“']?(.+?)["”']?\s+(?:page\s+)?(?:to|into|as)\s+["“']?(.+?)["”']?[.!]?$/i,
  /(?:把|将)?(?:页面)?[「"“]?(.+?)[」"”]?(?:页面)?(?:的?(?:标题|名称|名字))?(?:改名为|重命名为|改成叫|改为|改成|命名为)[「"“]?(.+?)[」"”]?[。！]?$/,
] as const
const drop =
  /\b(?:remove|delete|drop|get rid of)\s+(?:the\s+)?(?:page\s+)?["“']?(.+?)["”']?(?:\s+page)?[.!]?$|(?:删除|去掉|移除)(?:页面)?[「"“]?(.+?)[」"”]?(?:页面?|这一页)?[。！]?$/i
const addField =
  /\badd\s+(?:an?\s+|the\s+)?(?:fields?|columns?)\s+(?:called\s+|named\s+)?["“']?(.+?)["”']?\s+(?:to|in|into)\s+(?:the\s+)?["“']?(.+?)["”']?[.!]?$|(?:给|为|在)[「"“]?(.+?)[」"”]?(?:里|中)?(?:加|添加|增加)(?:一个|上)?(?:字段|列)[「"“：:]?\s*(.+?)[」"”]?[。！]?$/i
const addNote =
  /\badd\s+(?:the\s+|a\s+)?(?:text|note|hint|sentence)\s+["“'](.+?)["”'](?:\s+(?:to|on)\s+(?:the\s+)?(?:page\s+)?["“']?(.+?)["”']?(?:\s+page)?)?[.!]?$|(?:添加|加|增加)(?:一段|一句)?(?:文字|说明|提示)[「"“](.+?)[」"”](?:到(.+?)(?:页面?)?)?[。！]?$/i
const add = /\b(?:add|create|new|build|make|also want|another)\b|添加|增加|新建|加一个|再来|创建|还要/i
const kinds: readonly [PlanPage['kind'], RegExp][] = [
  ['dashboard', /\b(?:dashboard|statistics|overview|report)\b|看板|统计|报表|概览/i],
  ['chat', /\b(?:chat|assistant)\b|聊天|对话|助手/i],
  ['table', /\b(?:table|list)\b|列表|表格/i],
  ['form', /\b(?:form|sheet to fill in)\b|表单|填写页/i],
]
const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/["“”'「」]/g, '')
const isNamed = (shown: string, said: string) => plain(shown) === plain(said) || plain(said).includes(plain(shown))

function pageNamed(document: InterfaceDocument, said: string): Page | undefined {
  const pages = pagesOf(document)
  return (
    pages.find(({ id, title }) => plain(title) === plain(said) || id === plain(said)) ??
    pages.find(({ title }) => isNamed(title, said)) ??
    pages.find(({ title }) => plain(said).length > 1 && plain(title).includes(plain(said)))
  )
}
const tableNamed = (facts: InterfaceFacts, said: string) =>
  facts.tables.find(({ name }) => isNamed(name, said) || isNamed(name.replaceAll('_', ' '), said)) ??
  facts.tables.find(({ name }) => name === planFromWords(said).entities[0]?.name)

/** An existing table as an entity of a plan. */
const entityOf = ({ name, fields }: InterfaceFacts['tables'][number], title: string): PlanEntity => ({
  name,
  title,
  rows: 'own',
  fields: fields.map((field) => ({
    name: field.name,
    title: field.name,
    type: (['integer', 'number', 'boolean', 'date'] as const).find((type) => type === field.type) ?? 'text',
    required: field.required,
    options: [],
  })),
})
const freePage = (document: InterfaceDocument, wanted: string): string => {
  const base = nameFor(wanted, 'page').slice(0, 24)
  if (!document.pages[base]) return base
  for (let n = 2; ; n += 1) if (!document.pages[`${base}_${n}`]) return `${base}_${n}`
}

/** The steps that add what a sentence asks for: pages over existing tables or over new ones. */
function additions(document: InterfaceDocument, facts: InterfaceFacts, said: string): AppStep[] {
  const language = languageOf(said)
  const words = planWords[language]
  const kind = kinds.find(([, pattern]) => pattern.test(said))?.[0]
  if (kind === 'chat') {
    if (Object.values(document.nodes).some(({ type }) => type === 'chat')) return []
    const plan = planFromWords(said, { chat: words.yes }, language)
    const page = { name: freePage(document, 'chat'), title: words.chat, kind, entity: '', flow: '', goal: '' }
    const has = facts.workflows.some(({ isChat }) => isChat)
    const entities = facts.tables.slice(0, 3).map(({ name }) => ({ name, title: name }))
    return [...(has ? [] : [{ kind: 'chat' as const, ...plan.bot, entities }]), { kind: 'page', page }]
  }
  const there = facts.tables.find(({ name }) => isNamed(name, said) || isNamed(name.replaceAll('_', ' '), said))
  const plan = planFromWords(said, { chat: words.no }, language)
  const old = there ?? facts.tables.find(({ name }) => name === plan.entities[0]?.name)
  if (old && kind) {
    const entity = entityOf(old, plan.entities[0]?.title ?? old.name)
    const title =
      kind === 'form'
        ? words.add(entity.title)
        : kind === 'table'
          ? words.list(entity.title)
          : words.dashboard(entity.title)
    const page = { name: freePage(document, `${kind}_${old.name}`), title, kind, entity: old.name, flow: '', goal: '' }
    return [pageStep(page, { entities: [entity], flows: [] })]
  }
  const fresh = plan.entities.filter(({ name }) => !facts.tables.some((table) => table.name === name))
  const pages = plan.pages
    .filter((page) => page.kind !== 'chat' && (page.kind === 'flow' || fresh.some(({ name }) => name === page.entity)))
    .filter((page) => page.kind === 'flow' || !kind || page.kind === kind || page.kind === 'table')
    .map((page) => ({ ...page, name: freePage(document, page.name) }))
  const flows = plan.flows.filter(({ name }) => !facts.workflows.some((flow) => flow.name === name))
  return [
    ...fresh.map((entity): AppStep => ({ kind: 'table', entity })),
    ...flows.map((flow): AppStep => ({ kind: 'flow', flow })),
    ...pages
      .filter((page) => page.kind !== 'flow' || flows.some(({ name }) => name === page.flow))
      .map((page): AppStep => pageStep(page, { ...plan, entities: fresh })),
  ]
}

/** The steps that a sentence about an app asks for, found by rules; empty if the sentence is not understood. */
export function stepsFromWords(document: InterfaceDocument, facts: InterfaceFacts, sentence: string): AppStep[] {
  const said = sentence.trim()
  const field = addField.exec(said)
  if (field) {
    const table = tableNamed(facts, field[2] ?? field[3] ?? '')
    const fields = table ? fieldsFrom(field[1] ?? field[4] ?? '').map((one) => ({ ...one, required: false })) : []
    return fields
      .filter(({ name }) => !table!.fields.some((other) => other.name === name))
      .map((one): AppStep => ({ kind: 'field', table: table!.name, field: one }))
  }
  const note = addNote.exec(said)
  if (note) {
    const page = pageNamed(document, note[2] ?? note[4] ?? '') ?? pagesOf(document)[0]
    return page ? [{ kind: 'note', page: page.id, text: (note[1] ?? note[3] ?? '').slice(0, 1000) }] : []
  }
  const isAboutColour =
    /\b(?:colou?r|theme)\b|颜色|主题色|主色|色调|改成.{0,3}色/i.test(said) ||
    /^\S*\s*(?:make (?:it|everything))\b/i.test(said)
  const color = /#[0-9a-f]{6}\b/i.exec(said)?.[0] ?? colours.find(([words]) => words.test(said))?.[1]
  if (isAboutColour && color) return [{ kind: 'colour', color: color.toLowerCase() }]
  for (const pattern of rename) {
    const found = pattern.exec(said)
    const page = found && pageNamed(document, found[1]!)
    if (page) return [{ kind: 'rename', page: page.id, title: found[2]!.trim().slice(0, 60) }]
  }
  const gone = drop.exec(said)
  const page = gone && pageNamed(document, gone[1] ?? gone[2] ?? '')
  if (page) return pagesOf(document).length > 1 ? [{ kind: 'drop', page: page.id }] : []
  return add.test(said) ? additions(document, facts, said) : []
}
