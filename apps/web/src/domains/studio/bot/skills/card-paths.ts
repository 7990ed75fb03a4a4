import type { ApiStruct } from '@orrery/contract'

/** Type number of arrays in the structure of an answer. */
const LIST = 5

export interface CardFieldShape {
  name: string
  type: string
  title: string
  /** The list that contains the field; empty for a top-level field. Undefined for cards without a design. */
  of?: string
}
/** The list that contains a field; undefined for a top-level field. */
export function listOf(field: CardFieldShape, fields: readonly CardFieldShape[]): string | undefined {
  if (field.of !== undefined) return field.of || undefined
  const list = fields.find((item) => item.type === 'list')
  return list && list !== field ? list.name : undefined
}
/** A path in the answer of a tool. */
interface Place {
  path: string
  isList: boolean
  isLeaf: boolean
}

/** All paths in an answer, outer before inner. An unnamed element of a list has the path of the list. */
export function placesIn(struct: readonly ApiStruct[], before = ''): Place[] {
  return struct.flatMap(({ name, type, children }) => {
    if (name.startsWith('[')) return placesIn(children, before)
    const path = before ? `${before}.${name}` : name
    return [{ path, isList: type === LIST, isLeaf: children.length === 0 }, ...placesIn(children, path)]
  })
}

/** The paths that fit a field: lists for a list field, and paths inside the selected list for fields of its items. */
export function choicesFor(
  field: CardFieldShape,
  fields: readonly CardFieldShape[],
  mapping: Readonly<Record<string, string>>,
  places: readonly Place[],
): string[] {
  if (field.type === 'list') return places.filter(({ isList }) => isList).map(({ path }) => path)
  const list = listOf(field, fields)
  const inside = list ? mapping[list] : ''
  const leaves = places.filter(({ isLeaf, isList }) => isLeaf && !isList).map(({ path }) => path)
  if (!list) return leaves
  return inside ? leaves.filter((path) => path.startsWith(`${inside}.`)) : []
}

export const readFields = (properties: string): CardFieldShape[] => JSON.parse(properties) as CardFieldShape[]

export function readMapping(rule: string): Record<string, string> {
  try {
    const value = JSON.parse(rule || '{}') as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {}
  } catch {
    return {}
  }
}

/** Matches fields to paths by name, as an initial mapping that people can correct. */
export function guessMapping(fields: readonly CardFieldShape[], places: readonly Place[]): Record<string, string> {
  const last = (path: string) => path.split('.').at(-1)!.toLowerCase()
  const mapping: Record<string, string> = {}
  for (const field of fields.toSorted((a, b) => Number(b.type === 'list') - Number(a.type === 'list'))) {
    const choices = choicesFor(field, fields, mapping, places)
    const same = choices.find((path) => last(path) === last(field.name))
    const only = field.type === 'list' ? choices[0] : undefined
    const found = same ?? only
    if (found) mapping[field.name] = found
  }
  return mapping
}
