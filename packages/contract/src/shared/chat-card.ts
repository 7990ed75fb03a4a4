import type { CardDesign } from './card-design.ts'

/** The content of a message of type `card`: how it is drawn, what with, and the same in words. A file of its own, since pages read it. */
export interface ChatCard {
  card_id: string
  version: string
  dsl: {
    name: string
    display: string
    fields: { name: string; type: string; title: string }[]
    /** Of a card that was drawn in the editor. */
    design?: CardDesign
  }
  data: Record<string, unknown>
  /** Two cards are never the same: what was clicked in one was not clicked in the other. */
  nonce?: string
  /** Buttons that count once and were clicked: the id, and the item of a list behind a slash. */
  clicked?: string[]
  /** By the server, over all of the above and the conversation: buttons of a card without it do nothing. */
  signature?: string
  /** What models and clients that draw no cards get. */
  text: string
}

/** What comes of a press: words to be said in the conversation, and the card as it is now. */
export interface PressedCard {
  say: string
  content: string
}

/** Which tools and workflows of a bot a card can be bound to. */
export const CardBiz = { plugin: 1, workflow: 2 } as const

/** Cards that ship with the product: the same in every space. */
export const isOfficialCard = (id: string): boolean => /^710000\d\d$/.test(id)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined for content that is no card: programs may send what they like under this type. */
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

/** The words of a message, whatever its type. */
export const wordsOf = (content: string, contentType: string): string =>
  contentType === 'card' ? (readCard(content)?.text ?? content) : content
