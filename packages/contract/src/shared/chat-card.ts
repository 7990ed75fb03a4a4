import type { CardDesign } from './card-design.ts'

/**
 * The content of a message of type `card`: its design, its data, and the same as text. In a file of its own, since
 * pages import it.
 */
export interface ChatCard {
  card_id: string
  version: string
  dsl: {
    name: string
    display: string
    fields: { name: string; type: string; title: string }[]
    /** Only for a card that was designed in the editor. */
    design?: CardDesign
  }
  data: Record<string, unknown>
  /** Makes every card unique, so that clicks in one card do not count for another. */
  nonce?: string
  /** Non-repeatable buttons that were clicked: their ids, followed by a slash and the item inside a list. */
  clicked?: string[]
  /** The server's signature over all fields above and the conversation: without it, buttons do nothing. */
  signature?: string
  /** The text for models, and for clients that do not draw cards. */
  text: string
}

/** The result of a press: text to send to the conversation, and the updated card. */
export interface PressedCard {
  say: string
  content: string
}

/** Types of objects that a card can be bound to. */
export const CardBiz = { plugin: 1, workflow: 2 } as const

/** Cards that come with the product are the same in every space. */
export const isOfficialCard = (id: string): boolean => /^710000\d\d$/.test(id)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns undefined for content that is not a card, since programs may send any content with this type. */
export function readCard(content: string): ChatCard | undefined {
  try {
    const value = JSON.parse(content) as unknown
    if (!isObject(value) || !isObject(value.dsl) || !isObject(value.data) || typeof value.text !== 'string')
      return undefined
    return Array.isArray(value.dsl.fields) ? (value as unknown as ChatCard) : undefined
  } catch {
    return undefined
  }
}

/** Returns the text of a message of any type. */
export const wordsOf = (content: string, contentType: string): string =>
  contentType === 'card' ? (readCard(content)?.text ?? content) : content
