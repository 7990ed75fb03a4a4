import { type ApiParameter, type ApiStruct, ParameterType } from '@orrery/contract'
import { isOfficialCard } from '@orrery/contract/shared/chat-card'
import { fillDesign } from '@orrery/engine/card'
import { badInput, type Locale } from '#kit/errors.ts'
import { type CardField, type CardRow, CardState } from './card.table.ts'

export { isOfficialCard }

export const CardDisplay = { basic: 1, list: 2, custom: 3, slide: 4 } as const
const official = (n: number, name: string, displayType: number, properties: CardField[]): CardRow => ({
  id: String(71_000_000 + n),
  spaceId: '0',
  name,
  displayType,
  properties,
  design: null,
  version: 1,
  versionName: 'v1.0.0',
  description: '',
  status: CardState.published,
  hasEdits: false,
  createdBy: '0',
  createdAt: 0,
  updatedAt: 0,
  publishedAt: 0,
})
const field = (name: string, type: string, title: string): CardField => ({ name, type, title })
/** Cards that ship with the product. */
export const officialCards: CardRow[] = [
  official(1, 'Text', CardDisplay.basic, [field('title', 'text', 'Title'), field('body', 'text', 'Text')]),
  official(2, 'Picture', CardDisplay.basic, [
    field('title', 'text', 'Title'),
    field('image', 'image', 'Picture'),
    field('link', 'link', 'Link'),
  ]),
  official(3, 'List', CardDisplay.list, [
    field('items', 'list', 'Items'),
    field('title', 'text', 'Title of an item'),
    field('body', 'text', 'Text of an item'),
    field('link', 'link', 'Link of an item'),
  ]),
  official(4, 'Slides', CardDisplay.slide, [
    field('items', 'list', 'Items'),
    field('title', 'text', 'Title of an item'),
    field('image', 'image', 'Picture of an item'),
  ]),
]
/** Chinese names of official cards and their fields; those of a space are not translated. */
const chinese: Record<string, string> = {
  Text: '文本',
  Picture: '图片',
  List: '列表',
  Slides: '轮播',
  Title: '标题',
  Link: '链接',
  Items: '列表项',
  'Title of an item': '列表项标题',
  'Text of an item': '列表项文本',
  'Link of an item': '列表项链接',
  'Picture of an item': '列表项图片',
}
export function inLanguage(row: CardRow, locale: Locale): CardRow {
  if (locale !== 'zh-CN' || !isOfficialCard(row.id)) return row
  const say = (text: string) => chinese[text] ?? text
  const properties = row.properties.map((property) => ({ ...property, title: say(property.title) }))
  return { ...row, name: say(row.name), properties }
}

/** Parameter types in the numbering of the card binding. */
const structTypes: Record<number, number> = {
  [ParameterType.object]: 1,
  [ParameterType.string]: 2,
  [ParameterType.integer]: 3,
  [ParameterType.bool]: 4,
  [ParameterType.array]: 5,
  [ParameterType.number]: 6,
}
export const toStruct = (params: readonly ApiParameter[]): ApiStruct[] =>
  params
    .filter((param) => !param.global_disable)
    .map((param) => ({
      name: param.name,
      type: structTypes[param.type] ?? 2,
      children: toStruct(param.sub_parameters),
    }))

export function requireMapping(rule: string): void {
  if (isMapping(rule)) return
  throw badInput(
    'mapping_rule',
    'must be a JSON object with a place in the answer for each field of the card',
    '须为 JSON 对象，为卡片的每个字段指定结果中的位置',
  )
}
/** Whether the rule is empty or maps fields to paths in a response. */
function isMapping(rule: string): boolean {
  try {
    const value = JSON.parse(rule || '{}') as unknown
    return (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((path) => typeof path === 'string')
    )
  } catch {
    return false
  }
}
/** Path in the response for each field of the card. A broken rule counts as empty. */
export function readMapping(rule: string): Record<string, string> {
  try {
    const value = JSON.parse(rule || '{}') as unknown
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, path]) =>
        typeof path === 'string' ? [[key, path.replace(/^\$\.?/, '')]] : [],
      ),
    )
  } catch {
    return {}
  }
}

/** Mapped paths that do not exist in the response. */
export function missingPaths(mapping: Record<string, string>, params: readonly ApiParameter[]): string[] {
  const has = (path: string[], list: readonly ApiParameter[]): boolean => {
    const [first, ...rest] = path
    if (first === undefined) return true
    const found = list.find((item) => item.name === first)
    if (!found) return list.length === 1 && list[0]!.name.startsWith('[') ? has(path, list[0]!.sub_parameters) : false
    return has(rest, found.sub_parameters)
  }
  return Object.values(mapping).filter((path) => path && !has(splitPath(path), params))
}
const splitPath = (path: string) =>
  path
    .replaceAll(/\[\d*\*?\]/g, '')
    .split('.')
    .filter(Boolean)

function valueAt(value: unknown, path: string[]): unknown {
  let at = value
  for (const key of path) {
    if (Array.isArray(at)) at = at[0] as unknown
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined
  }
  return at
}

/** Fills the fields of a card from a response; lists are cut to the rows that are shown. */
function fillCard(
  row: Pick<CardRow, 'properties'>,
  mapping: Record<string, string>,
  answer: unknown,
  maxRows: number,
): Record<string, unknown> {
  const listField = row.properties.find((property) => property.type === 'list')
  const listPath = listField && mapping[listField.name] ? splitPath(mapping[listField.name]!) : undefined
  const list = listPath ? valueAt(answer, listPath) : undefined
  if (!listField || !Array.isArray(list))
    return Object.fromEntries(
      row.properties.map((property) => [
        property.name,
        mapping[property.name] ? (valueAt(answer, splitPath(mapping[property.name]!)) ?? null) : null,
      ]),
    )
  const items = list.slice(0, maxRows || 5).map((item: unknown) =>
    Object.fromEntries(
      row.properties
        .filter((property) => property !== listField)
        .map((property) => {
          const path = splitPath(mapping[property.name] ?? '')
          const inner = listPath!.every((key, index) => path[index] === key) ? path.slice(listPath!.length) : path
          return [property.name, path.length ? (valueAt(item, inner) ?? null) : null]
        }),
    ),
  )
  return { [listField.name]: items }
}

export const displayOf = (row: CardRow): string =>
  Object.entries(CardDisplay).find(([, number]) => number === row.displayType)?.[0] ?? 'basic'

/** The card as a description that clients can draw. */
export const dslOf = (row: CardRow): string =>
  JSON.stringify({
    version: 1,
    name: row.name,
    display: displayOf(row),
    fields: row.properties,
    ...(row.design && { design: row.design }),
  })

/** Fills a card from a response, whether it has a design or only fields. */
export const fillAny = (
  row: Pick<CardRow, 'properties' | 'design'>,
  mapping: Record<string, string>,
  answer: unknown,
  maxRows: number,
): Record<string, unknown> =>
  row.design ? fillDesign(row.design, mapping, answer, maxRows) : fillCard(row, mapping, answer, maxRows)

export function readFields(text: string): CardField[] {
  try {
    const list = JSON.parse(text) as unknown
    if (Array.isArray(list) && list.length <= 100)
      return list.map((item) => {
        const { name, type, title } = item as Record<string, unknown>
        if (typeof name !== 'string' || !/^\w{1,60}$/.test(name)) throw new Error('name')
        return {
          name,
          type: typeof type === 'string' ? type.slice(0, 20) : 'text',
          title: typeof title === 'string' ? title.slice(0, 60) : name,
        }
      })
  } catch {
    // Reported below.
  }
  throw badInput(
    'properties',
    'must be a JSON list of { name, type, title }',
    '须为 { name, type, title } 的 JSON 列表',
  )
}
