import type { CardDesign, CardElement, CardVariable } from '@orrery/contract'
import { isNothing } from './texts.ts'

/** A field of a card that part of an answer can be mapped to. */
export interface CardFieldInfo {
  name: string
  /** text, number, boolean, image, link or list */
  type: string
  title: string
  /** The list whose items have the field; empty for a variable. Absent on cards that were not drawn. */
  of?: string
}

/** The fields of a design as a binding names them: `items`, and `items.title` for a field of its items. */
export const fieldsOf = (design: Pick<CardDesign, 'variables'>): CardFieldInfo[] =>
  design.variables.flatMap(({ name, type, title, fields }) => [
    { name, type, title: title || name, of: '' },
    ...(type === 'list'
      ? fields.map((field) => ({
          name: `${name}.${field.name}`,
          type: field.type,
          title: field.title || field.name,
          of: name,
        }))
      : []),
  ])

const splitPath = (path: string) =>
  path
    .replaceAll(/\[\d*\*?\]/g, '')
    .split('.')
    .filter(Boolean)

function follow(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const key of path) {
    if (Array.isArray(at)) at = at[0] as unknown
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined
  }
  return at
}

/** Converts a value to the type of a variable; null if that is impossible. */
export function asVariable(type: CardVariable['type'], value: unknown): unknown {
  if (isNothing(value)) return null
  if (type === 'number') {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
    return Number.isFinite(number) ? number : null
  }
  if (type === 'boolean') return value === true || value === 'true' || value === 1
  if (type === 'list') return Array.isArray(value) ? value : null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Maps an answer to the variables of a design; lists are cut to `maxRows`. */
export function fillDesign(
  design: Pick<CardDesign, 'variables'>,
  mapping: Readonly<Record<string, string>>,
  answer: unknown,
  maxRows: number,
): Record<string, unknown> {
  const of = (variable: CardVariable): unknown => {
    const path = splitPath(mapping[variable.name] ?? '')
    if (!path.length) return null
    const value = follow(answer, path)
    if (variable.type !== 'list') return asVariable(variable.type, value)
    if (!Array.isArray(value)) return null
    return value.slice(0, maxRows || 5).map((item: unknown) =>
      Object.fromEntries(
        variable.fields.map((field) => {
          const whole = splitPath(mapping[`${variable.name}.${field.name}`] ?? '')
          const isInside = path.every((key, index) => whole[index] === key)
          const inside = isInside ? whole.slice(path.length) : whole
          return [field.name, whole.length ? asVariable(field.type, follow(item, inside)) : null]
        }),
      ),
    )
  }
  return Object.fromEntries(design.variables.map((variable) => [variable.name, of(variable)]))
}

const plainTypes: readonly string[] = ['text', 'number', 'boolean', 'image', 'link']
type PlainType = CardVariable['fields'][number]['type']
const plain = (type: string): PlainType => (plainTypes.includes(type) ? (type as PlainType) : 'text')

/** Draws a card for which only the fields are known. */
export function designFromFields(fields: readonly CardFieldInfo[], isRow: boolean): CardDesign {
  const list = fields.find((field) => field.type === 'list')
  const elementFor = (field: CardFieldInfo, path: string, isFirst: boolean): CardElement => {
    const id = `e_${field.name.replaceAll(/\W/g, '_')}`.slice(0, 40)
    const text = `{{${path}}}`
    if (field.type === 'image') return { id, type: 'picture', src: text, alt: field.title }
    if (field.type === 'link')
      return {
        id,
        type: 'buttons',
        buttons: [
          {
            id: `${id.slice(0, 38)}_b`,
            label: field.title,
            look: 'plain',
            repeatable: true,
            action: { type: 'open', url: text },
          },
        ],
      }
    return isFirst ? { id, type: 'header', title: text, subtitle: '' } : { id, type: 'text', text, tone: 'normal' }
  }
  const draw = (shown: readonly CardFieldInfo[], before: string) => {
    const first = shown.find((field) => field.type !== 'image' && field.type !== 'link')
    return shown.map((field) => elementFor(field, `${before}${field.name}`, field === first))
  }
  if (!list)
    return {
      format: 'card/1',
      elements: draw(fields, ''),
      variables: fields.map((field) => ({
        name: field.name,
        type: plain(field.type),
        title: field.title,
        sample: field.title,
        default: '',
        fields: [],
      })),
    }
  const inner = fields.filter((field) => field !== list)
  return {
    format: 'card/1',
    elements: [
      {
        id: 'e_list',
        type: isRow ? 'slides' : 'list',
        items: list.name,
        elements: draw(inner, 'item.') as Extract<CardElement, { type: 'list' }>['elements'],
      },
    ],
    variables: [
      {
        name: list.name,
        type: 'list',
        title: list.title,
        sample: [1, 2].map((n) => Object.fromEntries(inner.map((field) => [field.name, `${field.title} ${n}`]))),
        default: '',
        fields: inner.map((field) => ({ name: field.name, type: plain(field.type), title: field.title })),
      },
    ],
  }
}
