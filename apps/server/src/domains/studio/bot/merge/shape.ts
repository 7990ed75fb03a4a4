import type { Content } from '../draft.ts'

export type Fields = Record<string, unknown>
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A bot as a single tree, with the names that its groups have on the wire. */
export const treeOf = ({ name, description, iconUri, config }: Content): Fields => ({
  name,
  description,
  icon_uri: iconUri,
  ...config,
})
export function contentOfTree({ name, description, icon_uri, ...config }: Fields): Content {
  return { name, description, iconUri: icon_uri, config } as unknown as Content
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
/** Lists whose items are matched by identity, not by position. */
const identities: Record<string, (item: Fields) => string> = {
  plugin_info_list: (item) => `${text(item.plugin_id)}/${text(item.api_id) || text(item.api_name)}`,
  workflow_info_list: (item) => text(item.workflow_id),
  variable_list: (item) => text(item.key),
  database_list: (item) => text(item.table_id),
  card_list: (item) => [item.agent_id, item.biz_type, item.business_id, item.unique_id].map(text).join('/'),
  knowledge_info: (item) => text(item.id),
  shortcuts: (item) => text(item.command_id),
  agents: (item) => text(item.agent_id),
  intents: (item) => text(item.intent_id) || text(item.next_agent_id),
}
export const isList = (key: string) => key in identities || key === 'shortcut_sort'
/** Lists whose items are compared field by field. */
export const isBranched = (key: string) => key === 'agents'
/** Groups that are compared and merged as a whole, such as a model with its parameters. */
export const isWhole = (key: string) => key === 'model_info' || key === 'prompt_ref' || key === 'independent_conf'
/** The position on the canvas does not count as a change. */
export const isPlace = (key: string) => key === 'agent_position'
const longTexts = new Set(['prompt', 'prefix_prompt', 'dynamic_prompt', 'customized_suggest_prompt', 'prologue'])
export const isLongText = (key: string, ...values: unknown[]) =>
  values.every((value) => typeof value === 'string') &&
  (longTexts.has(key) || values.some((value) => (value as string).includes('\n')))

/** The items of a list by identity. Duplicates are numbered. */
export function byIdentity(key: string, list: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const idOf = identities[key]
  for (const item of Array.isArray(list) ? list : []) {
    const id = idOf && isFields(item) ? idOf(item) : text(item)
    let name = id
    for (let n = 2; found.has(name); n += 1) name = `${id}#${n}`
    found.set(name, item)
  }
  return found
}

/** Deep equality that ignores the order of fields. A field that is undefined counts as missing. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  if (!isFields(a) || !isFields(b)) return false
  for (const key in a) if (a[key] !== undefined && !isEqual(a[key], b[key])) return false
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false
  return true
}
export const childPath = (path: string, key: string) => `${path}.${key}`
export const itemPath = (path: string, id: string) => `${path}[${id}]`
