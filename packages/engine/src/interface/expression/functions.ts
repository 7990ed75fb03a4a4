import type { FunctionName } from './function-names.ts'
import { inWords, isEmpty, isList, isObject, isTrue } from './values.ts'

/** The arguments of a function: values, and functions of one item. */
export interface Call {
  values: unknown[]
  each(index: number): (item: unknown) => unknown
  has(index: number): boolean
  count(by?: number): void
}
type Run = (call: Call) => unknown

const listOf = (value: unknown): unknown[] => (isList(value) ? value : [])
const numbersOf = (values: unknown[]): number[] => values.filter((value) => typeof value === 'number')
const DAY = 24 * 3600_000
const MAX_REPLACED = 200_000

const onText =
  (work: (text: string) => unknown): Run =>
  ({ values }) =>
    work(inWords(values[0]))
const onTwo =
  (work: (text: string, other: string) => unknown): Run =>
  ({ values }) =>
    work(inWords(values[0]), inWords(values[1]))
const onNumber =
  (work: (value: number, other: unknown) => number): Run =>
  ({ values: [value, other] }) =>
    typeof value === 'number' ? work(value, other) : null
const onList =
  (work: (list: unknown[], call: Call) => unknown): Run =>
  (call) => {
    const list = listOf(call.values[0])
    call.count(list.length)
    return work(list, call)
  }
function dayOf(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const day = new Date(value)
  return Number.isNaN(day.getTime()) ? null : day
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
function numberOf(value: unknown): number | null {
  const found =
    typeof value === 'boolean'
      ? Number(value)
      : isEmpty(value) || typeof value === 'object'
        ? Number.NaN
        : Number(value)
  return Number.isFinite(found) ? found : null
}
function rounded(value: number, digits: unknown): number {
  const factor = 10 ** Math.min(10, Math.max(0, typeof digits === 'number' ? Math.trunc(digits) : 0))
  return Math.round(value * factor) / factor
}
function replaced(text: string, from: string, to: string): string {
  if (!from) return text
  const parts = text.split(from)
  // Checked before the result is built: a text that would grow beyond the limit is returned unchanged.
  return parts.length * to.length > MAX_REPLACED ? text : parts.join(to)
}
const inOrder = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : inWords(a) < inWords(b)
      ? -1
      : inWords(a) > inWords(b)
        ? 1
        : 0

const functions: Record<FunctionName, Run> = {
  upper: onText((text) => text.toUpperCase()),
  lower: onText((text) => text.toLowerCase()),
  trim: onText((text) => text.trim()),
  length: ({ values: [value] }) => (isList(value) ? value.length : inWords(value).length),
  contains: ({ values: [whole, part] }) =>
    isList(whole) ? whole.some((item) => inWords(item) === inWords(part)) : inWords(whole).includes(inWords(part)),
  startsWith: onTwo((text, part) => text.startsWith(part)),
  endsWith: onTwo((text, part) => text.endsWith(part)),
  replace: ({ values: [text, from, to] }) => replaced(inWords(text), inWords(from), inWords(to)),
  split: onTwo((text, by) => text.split(by)),
  join: onList((list, { values, has }) => list.map(inWords).join(has(1) ? inWords(values[1]) : ', ')),
  cut: ({ values: [text, size] }) => inWords(text).slice(0, typeof size === 'number' ? Math.max(0, size) : undefined),
  text: ({ values: [value] }) => inWords(value),
  number: ({ values: [value] }) => numberOf(value),
  json: ({ values: [value] }) => JSON.stringify(value ?? null),
  parse: onText(parsed),
  round: onNumber(rounded),
  floor: onNumber(Math.floor),
  ceil: onNumber(Math.ceil),
  abs: onNumber(Math.abs),
  min: ({ values }) => lowest(numbersOf(isList(values[0]) ? values[0] : values)),
  max: ({ values }) =>
    lowest(
      numbersOf(isList(values[0]) ? values[0] : values).map((value) => -value),
      -1,
    ),
  sum: onList((list) => numbersOf(list).reduce((sum, value) => sum + value, 0)),
  average: onList((list) => {
    const numbers = numbersOf(list)
    return numbers.length ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : null
  }),
  map: onList((list, { each }) => list.map(each(1))),
  filter: onList((list, { each }) => list.filter((item) => isTrue(each(1)(item)))),
  find: onList((list, { each }) => list.find((item) => isTrue(each(1)(item))) ?? null),
  some: onList((list, { each }) => list.some((item) => isTrue(each(1)(item)))),
  every: onList((list, { each }) => list.every((item) => isTrue(each(1)(item)))),
  sort: onList((list, { each, has }) => {
    const keyed = list.map((item) => ({ item, key: has(1) ? each(1)(item) : item }))
    return keyed.toSorted((a, b) => inOrder(a.key, b.key)).map(({ item }) => item)
  }),
  reverse: onList((list) => list.toReversed()),
  first: onList((list) => list[0] ?? null),
  last: onList((list) => list.at(-1) ?? null),
  take: onList((list, { values: [, size] }) => list.slice(0, typeof size === 'number' ? Math.max(0, size) : 0)),
  unique: onList((list) => [...new Map(list.map((item) => [JSON.stringify(item), item])).values()]),
  keys: ({ values: [value] }) => (isObject(value) ? Object.keys(value) : []),
  values: ({ values: [value] }) => (isObject(value) ? Object.values(value) : []),
  isEmpty: ({ values: [value] }) => isEmpty(value),
  now: () => new Date().toISOString(),
  date: ({ values: [value] }) => dayOf(value)?.toISOString().slice(0, 10) ?? null,
  time: ({ values: [value] }) => dayOf(value)?.toISOString().slice(11, 16) ?? null,
  addDays: ({ values: [value, days] }) => {
    const day = dayOf(value)
    const moved = day && typeof days === 'number' ? new Date(day.getTime() + days * DAY) : null
    return moved && !Number.isNaN(moved.getTime()) ? moved.toISOString() : null
  },
}
function lowest(numbers: number[], sign = 1): number | null {
  let found: number | undefined
  for (const value of numbers) if (found === undefined || value < found) found = value
  return found === undefined ? null : found * sign
}

export const call = (name: string, given: Call): unknown => functions[name as FunctionName](given)
