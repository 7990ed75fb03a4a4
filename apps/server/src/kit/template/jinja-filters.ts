type Filter = (value: unknown, ...args: unknown[]) => unknown

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Prints like Jinja: nothing for missing values, JSON for lists and objects. */
export function printed(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value as number | boolean)
}
export const isTrue = (value: unknown): boolean =>
  isList(value) ? value.length > 0 : isObject(value) ? Object.keys(value).length > 0 : Boolean(value)
export const itemsOf = (value: unknown): unknown[] =>
  isList(value) ? value : typeof value === 'string' ? [...value] : isObject(value) ? Object.keys(value) : []
const numberOf = (value: unknown) => Number(value) || 0

/** The filters of Python's Jinja that people use in prompts. */
export const filters: Record<string, Filter> = {
  abs: (value) => Math.abs(numberOf(value)),
  capitalize: (value) => printed(value).charAt(0).toUpperCase() + printed(value).slice(1).toLowerCase(),
  count: (value) => itemsOf(value).length,
  default: (value, other = '', forEmpty = false) =>
    value === undefined || value === null || (forEmpty && !isTrue(value)) ? other : value,
  first: (value) => itemsOf(value)[0],
  float: numberOf,
  int: (value) => Math.trunc(numberOf(value)),
  items: (value) => (isObject(value) ? Object.entries(value) : []),
  join: (value, between = '') => itemsOf(value).map(printed).join(printed(between)),
  last: (value) => itemsOf(value).at(-1),
  length: (value) => itemsOf(value).length,
  list: itemsOf,
  lower: (value) => printed(value).toLowerCase(),
  replace: (value, from, to) => (from === '' ? printed(value) : printed(value).replaceAll(printed(from), printed(to))),
  reverse: (value) => (typeof value === 'string' ? [...value].toReversed().join('') : itemsOf(value).toReversed()),
  round: (value, digits = 0) => Number(numberOf(value).toFixed(Math.min(20, Math.max(0, numberOf(digits))))),
  sort: (value) => itemsOf(value).toSorted((a, b) => (printed(a) < printed(b) ? -1 : 1)),
  string: printed,
  sum: (value) => itemsOf(value).reduce<number>((all, one) => all + numberOf(one), 0),
  title: (value) => printed(value).replace(/\b\p{L}/gu, (letter) => letter.toUpperCase()),
  tojson: (value) => JSON.stringify(value ?? null),
  trim: (value) => printed(value).trim(),
  unique: (value) => [...new Set(itemsOf(value))],
  upper: (value) => printed(value).toUpperCase(),
}

export const tests: Record<string, (value: unknown) => boolean> = {
  defined: (value) => value !== undefined,
  undefined: (value) => value === undefined,
  none: (value) => value === null,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  mapping: isObject,
  iterable: (value) => isList(value) || isObject(value) || typeof value === 'string',
  sequence: (value) => isList(value) || typeof value === 'string',
  even: (value) => numberOf(value) % 2 === 0,
  odd: (value) => Math.abs(numberOf(value) % 2) === 1,
}
