import type { Drawn, DrawnButton } from '../draw.ts'

/** An element that a channel cannot show as drawn. */
export interface CardLoss {
  id: string
  /** `cut`: shortened. `asText`: shown as text. `stacked`: one below the other. `dropped`: not shown. */
  kind: 'cut' | 'asText' | 'stacked' | 'dropped'
}
export interface ChannelCard {
  /** The message in the channel's own format. */
  payload: Record<string, unknown>
  lost: CardLoss[]
  /** The payload exceeds a limit of the channel. */
  isOver: boolean
}
export interface ChannelContext {
  /** The payload that a press of the button sends back; undefined if the channel cannot handle the press. */
  clickId(button: DrawnButton): string | undefined
}

/** Collects losses without duplicates. */
export function createLosses() {
  const lost: CardLoss[] = []
  const note = (id: string, kind: CardLoss['kind']) => {
    if (!lost.some((one) => one.id === id && one.kind === kind)) lost.push({ id, kind })
  }
  return {
    lost,
    note,
    cut(id: string, text: string, max: number): string {
      if (text.length <= max) return text
      note(id, 'cut')
      return `${text.slice(0, max - 1)}…`
    },
  }
}
export type Losses = ReturnType<typeof createLosses>

const encoder = new TextEncoder()
/** The longest JSON form of a character: an escape such as \u0001, longer than any character in UTF-8 bytes. */
const MAX_ESCAPE_LENGTH = 6
/** An upper bound of the length as JSON, in bytes and in characters. Keys are plain ASCII. */
function maxJsonLength(value: unknown): number {
  if (typeof value === 'string') return value.length * MAX_ESCAPE_LENGTH + 2
  if (typeof value !== 'object' || value === null) return 24
  let sum = 2
  if (Array.isArray(value)) for (const one of value) sum += maxJsonLength(one) + 1
  else for (const name in value) sum += name.length + 4 + maxJsonLength((value as Record<string, unknown>)[name])
  return sum
}
/** Whether the payload exceeds a limit. Most cards are far below it, so the bound avoids serialising them. */
export const isLarger = (payload: unknown, bytes: number): boolean =>
  maxJsonLength(payload) > bytes && encoder.encode(JSON.stringify(payload)).length > bytes
export const isLonger = (payload: unknown, characters: number): boolean =>
  maxJsonLength(payload) > characters && JSON.stringify(payload).length > characters
/** Escapes markup; the test skips the replacements for most texts. */
export const escaped = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text
export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim())

const inputTypes: readonly string[] = ['input', 'select', 'date', 'rating']
const BAR = 10
const bar = (value: number, max: number): string => {
  const full = max > 0 ? Math.max(0, Math.min(BAR, Math.round((value / max) * BAR))) : 0
  return '▓'.repeat(full) + '░'.repeat(BAR - full)
}

/** The text lines for an element that a channel has no form for. */
export function asLines(element: Drawn, losses: Losses): string[] {
  const { id } = element
  switch (element.type) {
    case 'header':
      return [element.title, element.subtitle].filter(Boolean)
    case 'text':
    case 'markdown':
    case 'footer':
    case 'tag':
      return [element.text]
    case 'facts':
      return element.rows.map(({ label, value }) => (label ? `${label}: ${value}` : value))
    case 'table':
      losses.note(id, 'asText')
      return [element.columns.join(' | '), ...element.rows.map((row) => row.join(' | '))]
    case 'chart': {
      losses.note(id, 'asText')
      const max = Math.max(...element.points.map(({ value }) => value), 0)
      return element.points.map(({ label, value }) => `${bar(value, max)} ${label} ${value}`)
    }
    case 'progress':
      losses.note(id, 'asText')
      return [`${element.label} ${bar(element.value, element.max)} ${element.value}/${element.max}`.trim()]
    case 'picture':
      losses.note(id, 'asText')
      return [element.alt ? `${element.alt}: ${element.src}` : element.src]
    case 'divider':
      return ['']
    default:
      return []
  }
}

/** Drops an input element: channels have no inputs, people answer in words. */
export function dropsInput(element: Drawn, losses: Losses): boolean {
  if (!inputTypes.includes(element.type)) return false
  losses.note(element.id, 'dropped')
  return true
}

/** Flattens columns and lists into one list of plain elements, with a divider between items. */
export function flattened(elements: readonly Drawn[], losses: Losses): Drawn[] {
  return elements.flatMap((element): Drawn[] => {
    if (dropsInput(element, losses)) return []
    if (element.type === 'columns') {
      losses.note(element.id, 'stacked')
      return element.columns.flatMap((column) => flattened(column, losses))
    }
    if (element.type !== 'list' && element.type !== 'slides') return [element]
    if (element.type === 'slides') losses.note(element.id, 'stacked')
    return element.items.flatMap((item, index) => [
      ...(index ? [{ id: `${element.id}_${index}`, type: 'divider' } as const] : []),
      ...flattened(item, losses),
    ])
  })
}

/** A button that a channel can show: it opens an address or can be pressed. */
export interface ChannelButton {
  id: string
  label: string
  look: DrawnButton['look']
  url?: string
  click?: string
}
export function buttonsFor(element: Drawn, context: ChannelContext, losses: Losses, maxLabel: number): ChannelButton[] {
  if (element.type !== 'buttons') return []
  return element.buttons.flatMap((button): ChannelButton[] => {
    const base = { id: element.id, label: losses.cut(element.id, button.label || '…', maxLabel), look: button.look }
    if (button.action === 'open') {
      if (button.url && isWebAddress(button.url)) return [{ ...base, url: button.url }]
    } else {
      const click = context.clickId(button)
      if (click !== undefined) return [{ ...base, click }]
    }
    losses.note(element.id, 'dropped')
    return []
  })
}
