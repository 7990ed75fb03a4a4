import { z } from 'zod'
import { isId } from './is-id.ts'

const notAnId = 'must be an id: a positive whole number in quotes'
/** Ids are positive 64-bit integers written as decimal strings; a JSON number is taken only while it is exact. */
const idText = z
  .union([z.string(), z.int().positive().transform(String)], { error: notAnId })
  // The pattern is there for the API reference, and ends the check; the rule is `isId`.
  .pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,18}$/, { error: notAnId, abort: true })
      .refine(isId, notAnId),
  )
export const id = () => idText
/** An id that clients leave empty, "0" or null when they mean none. */
export const idOrNone = () =>
  z.preprocess(
    (value) => (value === '' || value === '0' || value === 0 || value === null ? undefined : value),
    idText.optional(),
  )

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Visible characters: an emoji or an accented letter counts as one. */
export function visibleLength(text: string): number {
  let count = 0
  for (const part of graphemes.segment(text)) if (part.segment) count += 1
  return count
}
/** Each of these is a visible character, whatever follows it. */
const plain = /^[\x20-\x7e]*$/
/** Stops counting at the limit: a text of megabytes must not cost seconds. */
export function isWithin(text: string, max: number): boolean {
  if (text.length <= max) return true
  // Before it counts, the segmenter copies the whole text.
  if (plain.test(text.slice(0, max + 1))) return false
  let count = 0
  for (const _ of graphemes.segment(text)) {
    count += 1
    if (count > max) return false
  }
  return true
}
/** Required text of at most `max` visible characters, blanks at the ends dropped. */
export const name = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((text) => isWithin(text, max), { error: `at most ${max} characters`, params: { max } })
export const text = (max: number) =>
  z.string().refine((value) => isWithin(value, max), { error: `at most ${max} characters`, params: { max } })

/** Numbers and booleans that may come from a query string. */
export const int = () => z.coerce.number().int()
export const bool = () =>
  z.preprocess(
    (value) =>
      value === 'true' || value === '1' || value === 1
        ? true
        : value === 'false' || value === '0' || value === 0
          ? false
          : value,
    z.boolean(),
  )

/** Paging never fails: what is out of range is brought into it. */
const clamped = (fallback: number, min: number, max: number) =>
  z
    .preprocess((value) => (value === '' || value === null ? undefined : value), z.coerce.number().optional())
    .transform((value) =>
      value === undefined || Number.isNaN(value) ? fallback : Math.min(max, Math.max(min, Math.trunc(value))),
    )
export const pageNumber = () => clamped(1, 1, 1_000_000)
/** For the calls whose clients count pages from 0. */
export const pageFromZero = () => clamped(0, 0, 1_000_000)
export const pageSize = (fallback = 20, max = 100) => clamped(fallback, 1, max)
/** A list that a query string carries either as one comma-joined text or repeated. */
export const commaList = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), z.array(item))
/** There are no organisations to ask for: a client may send the field empty or "0", and anything else is refused. */
export const noOrganization = () =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .refine((value) => value === undefined || value === null || value === '' || String(value) === '0', {
      error: 'organisations are not supported on this instance. Omit this field',
      params: { zh: '此实例没有组织，请不要填写' },
    })
/** Accepted and ignored: an object that the platform's clients may add to any call. */
export const base = z.unknown().optional()
