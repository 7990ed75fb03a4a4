import type { SpanBatch } from './span-types.ts'

export const maskKinds = ['email', 'phone', 'card', 'id_number'] as const
type MaskKind = (typeof maskKinds)[number]
/** What is masked in spans before they are stored. Credentials are always masked. */
export interface Masks {
  kinds: MaskKind[]
  /** Custom texts of the space, matched in any case. */
  words: string[]
  /** Only structure and figures are stored. */
  isContentFree: boolean
}
export const noMasks: Masks = { kinds: [], words: [], isContentFree: false }

// All repetitions are bounded, so that no text makes a match slow.
const mailName = /[\w.%+-]{1,64}$/
const mailHost = /[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/y
const phone = /(?<!\d)(?:\+\d{1,3}[ -]?(?:\d[ -]?){6,12}\d|1[3-9]\d{9}|\(?\d{3}\)?[ -]\d{3}-\d{4})(?!\d)/g
const card = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g
const idNumber =
  /(?<!\d)(?:[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]|\d{3}-\d{2}-\d{4})(?!\d)/g

/** Whether the check digit of a card number is valid (Luhn). */
function isCard(text: string): boolean {
  const digits = [...text].filter((one) => one >= '0' && one <= '9').map(Number)
  const sum = digits.toReversed().reduce((all, digit, at) => {
    const counted = at % 2 ? digit * 2 : digit
    return all + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}
/** Masks email addresses; searches around each @ only, so that long texts stay fast. */
function maskEmails(text: string): string {
  let masked = ''
  let done = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, done))) {
    const name = mailName.exec(text.slice(Math.max(done, at - 64), at))
    mailHost.lastIndex = at + 1
    if (!name || !mailHost.test(text)) continue
    masked += `${text.slice(done, at - name[0].length)}[email]`
    done = mailHost.lastIndex
  }
  return masked + text.slice(done)
}
const replacers: Record<MaskKind, (text: string) => string> = {
  email: maskEmails,
  id_number: (text) => text.replace(idNumber, '[id]'),
  card: (text) => text.replace(card, (found) => (isCard(found) ? '[card]' : found)),
  phone: (text) => text.replace(phone, '[phone]'),
}
/** Longer numbers come first, so that part of a card number is not taken for a phone number. */
const order: readonly MaskKind[] = ['email', 'id_number', 'card', 'phone']

export function maskText(text: string, { kinds, words }: Masks): string {
  let masked = text
  for (const kind of order) if (kinds.includes(kind)) masked = replacers[kind](masked)
  for (const word of words)
    if (masked.toLowerCase().includes(word.toLowerCase())) masked = masked.replace(literal(word), '[…]')
  return masked
}
const literal = (word: string) => new RegExp(word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'gi')

function maskValue(value: unknown, masks: Masks): unknown {
  if (typeof value === 'string') return maskText(value, masks)
  if (Array.isArray(value)) return value.map((one) => maskValue(one, masks))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [maskText(key, masks), maskValue(one, masks)]))
  return value
}
const masksNothing = ({ kinds, words, isContentFree }: Masks) => !kinds.length && !words.length && !isContentFree

interface Maskable {
  name: string
  input: string
  output: string
  errorMsg: string
  errorZh: string
}
function maskTexts<T extends Maskable>(one: T, masks: Masks): T {
  const text = (value: string) => (masks.isContentFree ? '' : maskText(value, masks))
  return {
    ...one,
    name: maskText(one.name, masks),
    input: text(one.input),
    output: text(one.output),
    errorMsg: maskText(one.errorMsg, masks),
    errorZh: maskText(one.errorZh, masks),
  }
}
/** Masks steps before they are stored. */
export function maskSteps<T extends Maskable & { attributes: Record<string, unknown> }>(steps: T[], masks: Masks): T[] {
  if (masksNothing(masks)) return steps
  return steps.map((one) => ({
    ...maskTexts(one, masks),
    attributes: masks.isContentFree ? {} : (maskValue(one.attributes, masks) as Record<string, unknown>),
  }))
}

/** Masks spans and heads before they are stored. */
export function maskBatch({ spans, heads }: SpanBatch, masks: Masks): SpanBatch {
  if (masksNothing(masks)) return { spans, heads }
  return { spans: maskSteps(spans, masks), heads: heads.map((head) => maskTexts(head, masks)) }
}
