import { z } from 'zod'
import { isId } from './is-id.ts'

const notAnId = 'must be an id: a positive whole number in quotes'
/** Ids are positive 64-bit integers as decimal strings; a JSON number is accepted only if it is exact. */
const idText = z
  .union([z.string(), z.int().positive().transform(String)], { error: notAnId })
  // The pattern documents the format in the API reference and aborts early; `isId` checks the range.
  .pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,18}$/, { error: notAnId, abort: true })
      .refine(isId, notAnId),
  )
export const id = () => idText
/** An id for which clients may send empty text, "0" or null instead of omitting it. */
export const idOrNone = () =>
  z.preprocess(
    (value) => (value === '' || value === '0' || value === 0 || value === null ? undefined : value),
    idText.optional(),
  )

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Counts visible characters: an emoji or an accented letter counts as one. */
export function visibleLength(text: string): number {
  let count = 0
  for (const part of graphemes.segment(text)) if (part.segment) count += 1
  return count
}
/** In such a text every code unit is one visible character. */
const plain = /^[\x20-\x7e]*$/
/**
 * Whether a text has at most `max` visible characters. Stops counting at the limit, since texts can be megabytes long.
 */
export function isWithin(text: string, max: number): boolean {
  if (text.length <= max) return true
  // A shortcut, because the segmenter copies the whole text before it counts.
  if (plain.test(text.slice(0, max + 1))) return false
  let count = 0
  for (const _ of graphemes.segment(text)) {
    count += 1
    if (count > max) return false
  }
  return true
}
/** Required text of at most `max` visible characters; leading and trailing whitespace is removed. */
export const name = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((text) => isWithin(text, max), { error: `at most ${max} characters`, params: { max } })
export const text = (max: number) =>
  z.string().refine((value) => isWithin(value, max), { error: `at most ${max} characters`, params: { max } })

/** Numbers and booleans that may come from a query string as text. */
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

/** Paging never fails: out-of-range values are clamped. */
const clamped = (fallback: number, min: number, max: number) =>
  z
    .preprocess((value) => (value === '' || value === null ? undefined : value), z.coerce.number().optional())
    .transform((value) =>
      value === undefined || Number.isNaN(value) ? fallback : Math.min(max, Math.max(min, Math.trunc(value))),
    )
export const pageNumber = () => clamped(1, 1, 1_000_000)
/** For calls whose clients count pages from 0. */
export const pageFromZero = () => clamped(0, 0, 1_000_000)
export const pageSize = (fallback = 20, max = 100) => clamped(fallback, 1, max)
/** A list in a query string, either comma-separated or as a repeated parameter. */
export const commaList = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), z.array(item))
/** These calls have no organisations: clients may send an empty field or "0", and all other values are refused. */
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
