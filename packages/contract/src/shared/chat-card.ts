/** The content of a message of type `card`: how it is drawn, what with, and the same in words. A file of its own, since pages read it. */
export interface ChatCard {
  card_id: string
  version: string
  dsl: { name: string; display: string; fields: { name: string; type: string; title: string }[] }
  data: Record<string, unknown>
  /** What models and clients that draw no cards get. */
  text: string
}

/** Which tools and workflows of a bot a card can be bound to. */
export const CardBiz = { plugin: 1, workflow: 2 } as const

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
