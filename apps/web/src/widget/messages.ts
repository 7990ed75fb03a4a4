/** Messages between the widget on a site and the chat page in its frame. */
export type FromChat =
  | { type: 'orrery:ready'; look: { color: string; side: 'left' | 'right'; title: string } }
  | { type: 'orrery:close' }
export type ToChat = { type: 'orrery:shown' }

interface Heard {
  origin: string
  source: unknown
  data: unknown
}

const typeOf = (data: unknown): string => {
  const type = typeof data === 'object' && data !== null ? (data as { type?: unknown }).type : undefined
  return typeof type === 'string' ? type : ''
}

/** Reads a message of the chat page: only from its origin and its window. All others are ignored. */
export function readFromChat(event: Heard, origin: string, frame: unknown): FromChat | undefined {
  if (event.origin !== origin || event.source !== frame || !frame) return undefined
  const type = typeOf(event.data)
  if (type === 'orrery:close') return { type }
  if (type !== 'orrery:ready') return undefined
  const { look } = event.data as { look?: { color?: unknown; side?: unknown; title?: unknown } }
  return {
    type,
    look: {
      // Used in a style, so only a colour is allowed.
      color: typeof look?.color === 'string' && isColor(look.color) ? look.color : '',
      side: look?.side === 'left' ? 'left' : 'right',
      title: typeof look?.title === 'string' ? look.title : '',
    },
  }
}

/** Reads a message of the site around the chat page: only from its origin and from the parent window. */
export function readToChat(event: Heard, origin: string, parent: unknown): ToChat | undefined {
  if (!origin || event.origin !== origin || event.source !== parent) return undefined
  return typeOf(event.data) === 'orrery:shown' ? { type: 'orrery:shown' } : undefined
}

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Black or white, whichever is readable on the colour. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const part = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const light = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#ffffff' : '#000000'
}
