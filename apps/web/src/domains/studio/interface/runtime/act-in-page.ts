import { fillableOf, inWords, nodesOf, tablesOf } from '@orrery/engine/interface'
import type { Runtime } from './runtime.ts'

/** The result of a page tool that the bot of a chat called. */
export interface PageAct {
  /** The answer to the model, also shown in the chat. */
  message: string
  /** Undefined if nothing changed. */
  undo?: () => void
}
const MAX_TEXT_LENGTH = 4000
const MAX_ROWS = 20
type Args = Record<string, unknown>
/** Texts in the language of the person; models read them too. */
export type ActWords = (
  key: `acts.${'opened' | 'noPage' | 'noField' | 'noValues' | 'choice' | 'filled' | 'noTable' | 'rows' | 'noTool'}`,
  values?: Record<string, string | number>,
) => string

/** Runs one of the tools of `pageToolsOf`. If this is not possible, nothing changes, and the model gets the reason. */
export async function actInPage(runtime: Runtime, t: ActWords, name: string, args: Args): Promise<PageAct> {
  if (name === 'read_page') return { message: textOfPage(runtime) }
  if (name === 'open_page') return openPage(runtime, t, inWords(args['page']))
  if (name === 'fill_form') return fillForm(runtime, t, args['values'])
  if (name === 'filter_table') return filterTable(runtime, t, inWords(args['table']), inWords(args['search']))
  return { message: t('acts.noTool', { name }) }
}

function openPage(runtime: Runtime, t: ActWords, page: string): PageAct {
  const { pages } = runtime.document
  if (!Object.hasOwn(pages, page))
    return { message: t('acts.noPage', { name: page, list: Object.keys(pages).join(', ') }) }
  const { page: before } = runtime.store.current()
  runtime.open(page)
  return { message: t('acts.opened', { name: pages[page]!.title }), undo: () => runtime.show(before) }
}
function fillForm(runtime: Runtime, t: ActWords, given: unknown): PageAct {
  const fields = new Map(fillableOf(runtime.document).map((node) => [node.name, node]))
  const values = Object.entries(typeof given === 'object' && given !== null ? (given as Args) : {})
  const unknown = values.find(([name]) => !fields.has(name))
  if (unknown) return { message: t('acts.noField', { name: unknown[0], list: [...fields.keys()].join(', ') }) }
  if (values.length === 0) return { message: t('acts.noValues') }
  const { values: before } = runtime.store.current()
  for (const [name, value] of values) {
    const options = fields.get(name)!.props['options']
    if (
      Array.isArray(options) &&
      fields.get(name)!.type !== 'multiselect' &&
      !options.map(inWords).includes(inWords(value))
    ) {
      runtime.restore(before)
      return { message: t('acts.choice', { name, list: options.map(inWords).join(', ') }) }
    }
    runtime.input(name, typeof value === 'object' && !Array.isArray(value) ? inWords(value) : value)
  }
  const words = values.map(([name, value]) => `${labelOf(fields.get(name)!)}: ${inWords(value)}`)
  return { message: t('acts.filled', { list: words.join('; ') }), undo: () => runtime.restore(before) }
}
async function filterTable(runtime: Runtime, t: ActWords, table: string, search: string): Promise<PageAct> {
  const tables = tablesOf(runtime.document)
  if (!tables.includes(table)) return { message: t('acts.noTable', { name: table, list: tables.join(', ') }) }
  const before = await runtime.filter(table, search)
  const rows = runtime.store.current().sources[table]?.data
  const count = Array.isArray(rows) ? rows.length : 0
  return {
    message: t('acts.rows', { search, count }),
    undo: () => void runtime.filter(table, before).catch(() => {}),
  }
}
const labelOf = ({ name, props }: { name: string; props: Args }) => inWords(props['label']) || name

/** The content of the page as text, for the model. */
function textOfPage(runtime: Runtime): string {
  const state = runtime.store.current()
  const { document } = runtime
  const scope = runtime.scopeOf(state)
  const lines = [`Page: ${document.pages[state.page]?.title ?? state.page}`]
  const fields = new Set(fillableOf(document).map(({ name }) => name))
  for (const node of nodesOf(document, state.page)) {
    if (fields.has(node.name)) {
      const { value } = scope[node.name] as { value: unknown }
      lines.push(`${labelOf(node)} (${node.name}): ${inWords(value)}`)
    } else if (node.type === 'table') {
      const rows = state.sources[inWords(node.props['source'])]?.data
      lines.push(`Table ${inWords(node.props['source'])}:`)
      if (Array.isArray(rows)) lines.push(...rows.slice(0, MAX_ROWS).map((row) => JSON.stringify(row)))
    } else if ('text' in node.props || 'value' in node.props) {
      const text = inWords(runtime.filled(node.props['text'] ?? node.props['value'], scope))
      if (text) lines.push(text)
    }
  }
  return lines.join('\n').slice(0, MAX_TEXT_LENGTH)
}
