import type { CardDesign, CardElement, CardVariable } from '@orrery/contract'
import { fillDesign } from './fields.ts'

type Scalar = string | number | boolean
type PlainType = CardVariable['fields'][number]['type']
interface Place {
  name: string
  path: string
  type: PlainType
  sample: Scalar
}
const LONG_TEXT = 80
const MAX_PLACES = 20
const MAX_SAMPLES = 3

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

function typeOf(name: string, value: Scalar): PlainType {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  const isAddress = /^https?:\/\//i.test(value)
  const isPicture =
    /\.(png|jpe?g|gif|webp|svg)(\?|$)/i.test(value) || /image|picture|photo|cover|thumb|icon|avatar/i.test(name)
  if (isAddress && isPicture) return 'image'
  return isAddress ? 'link' : 'text'
}
/** A variable name close to the path in the answer. */
const nameOf = (path: string): string => {
  const name = path
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 50)
  return /^[A-Za-z_]/.test(name) ? name : `v_${name}`
}

/** The single values of an object, including those of objects one level inside. */
function placesIn(value: Record<string, unknown>, before = ''): Place[] {
  return Object.entries(value).flatMap(([key, one]): Place[] => {
    const path = before ? `${before}.${key}` : key
    if (isObject(one) && !before) return placesIn(one, path)
    return isScalar(one) ? [{ name: nameOf(path), path, type: typeOf(key, one), sample: one }] : []
  })
}
/** The first list of objects, at the top or one level inside. */
function listIn(
  value: Record<string, unknown>,
  before = '',
): { path: string; items: Record<string, unknown>[] } | undefined {
  for (const [key, one] of Object.entries(value)) {
    const path = before ? `${before}.${key}` : key
    if (Array.isArray(one) && one.some(isObject)) return { path, items: one.filter(isObject) }
    const inside = isObject(one) && !before ? listIn(one, path) : undefined
    if (inside) return inside
  }
  return undefined
}

const isTitle = ({ name, type }: Place) =>
  type === 'text' && /(^|_)(title|name|headline|subject|city|label)$/i.test(name)

/** Lays out pictures, a heading, long texts, short values beside their names, and addresses as buttons. */
function draw(places: readonly Place[], prefix: string, idOf: (kind: string) => string): CardElement[] {
  const texts = places.filter(({ type }) => type === 'text')
  const title = places.find(isTitle) ?? texts.find(({ sample }) => String(sample).length < LONG_TEXT)
  const at = ({ name }: Place) => `{{${prefix}${name}}}`
  const long = texts.filter((place) => place !== title && String(place.sample).length >= LONG_TEXT)
  const short = places.filter(
    (place) => place !== title && !long.includes(place) && place.type !== 'image' && place.type !== 'link',
  )
  const pictures = places.filter(({ type }) => type === 'image')
  const links = places.filter(({ type }) => type === 'link')
  return [
    ...pictures.slice(0, 1).map((place): CardElement => ({
      id: idOf('picture'),
      type: 'picture',
      src: at(place),
      alt: title ? at(title) : place.name,
    })),
    ...(title ? [{ id: idOf('header'), type: 'header', title: at(title), subtitle: '' } satisfies CardElement] : []),
    ...long.map((place): CardElement => ({ id: idOf('text'), type: 'text', text: at(place), tone: 'normal' })),
    ...(short.length
      ? [
          {
            id: idOf('facts'),
            type: 'facts',
            rows: short.map((place) => ({ label: place.path.split('.').at(-1)!, value: at(place) })),
          } satisfies CardElement,
        ]
      : []),
    ...(links.length
      ? [
          {
            id: idOf('buttons'),
            type: 'buttons',
            buttons: links.slice(0, 5).map((place) => ({
              id: idOf('button'),
              label: place.path.split('.').at(-1)!,
              look: 'plain' as const,
              repeatable: true,
              action: { type: 'open' as const, url: at(place) },
            })),
          } satisfies CardElement,
        ]
      : []),
  ]
}

/** Designs a card for the answer of a tool by rules, as a starting point for people to correct. */
export function designFromAnswer(answer: unknown): CardDesign | undefined {
  const whole = Array.isArray(answer) ? { items: answer as unknown[] } : answer
  if (!isObject(whole)) return undefined
  const counts = new Map<string, number>()
  const idOf = (kind: string) => {
    const n = (counts.get(kind) ?? 0) + 1
    counts.set(kind, n)
    return `${kind}_${n}`
  }
  const list = listIn(whole)
  const inList = new Set(list ? [nameOf(list.path)] : [])
  const places = placesIn(whole)
    .filter(({ name }) => !inList.has(name))
    .slice(0, MAX_PLACES)
  const rows =
    list && placesIn(Object.assign({}, ...list.items.toReversed()) as Record<string, unknown>).slice(0, MAX_PLACES)
  if (!places.length && !rows?.length) return undefined
  const elements = draw(places, '', idOf)
  if (list && rows)
    elements.push({
      id: idOf('list'),
      type: rows.some(({ type }) => type === 'image') ? 'slides' : 'list',
      items: nameOf(list.path),
      elements: draw(rows, 'item.', idOf) as Extract<CardElement, { type: 'list' }>['elements'],
    })
  const variables: CardVariable[] = places.map(({ name, path, type, sample }) => ({
    name,
    type,
    title: path,
    sample,
    default: '',
    fields: [],
  }))
  if (!list || !rows) return { format: 'card/1', elements, variables }
  const variable: CardVariable = {
    name: nameOf(list.path),
    type: 'list',
    title: list.path,
    sample: [],
    default: '',
    fields: rows.map(({ name, path, type }) => ({ name, type, title: path })),
  }
  const mapping = Object.fromEntries([
    [variable.name, list.path],
    ...rows.map(({ name, path }) => [`${variable.name}.${name}`, `${list.path}.${path}`]),
  ]) as Record<string, string>
  const filled = fillDesign({ variables: [variable] }, mapping, whole, MAX_SAMPLES)[variable.name] as Record<
    string,
    Scalar | null
  >[]
  const sample = filled.map(
    (item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)) as Record<string, Scalar>,
  )
  return { format: 'card/1', elements, variables: [...variables, { ...variable, sample }] }
}
