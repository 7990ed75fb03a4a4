export interface Bubble {
  /** The key of the field. */
  fieldKey: string
  name: string
  text: string
  isPerson: boolean
}
interface Value {
  key: string
  name: string
  content: string
}
interface Message {
  role: string
  content: unknown
}
const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && typeof (value as Message).role === 'string'

/** Parses the messages of a value: one, or a list of them. */
function messagesIn(text: string): Message[] {
  try {
    const value: unknown = JSON.parse(text)
    return (Array.isArray(value) ? value : [value]).filter(isMessage)
  } catch {
    return []
  }
}

/** The bubbles of a turn. Messages name their speaker; otherwise the first field is the text of the person. */
export function bubblesOf(
  values: readonly Value[],
  first: string | undefined,
  messages: ReadonlySet<string>,
): Bubble[] {
  return values.flatMap(({ key, name, content }): Bubble[] => {
    const said = messages.has(key) ? messagesIn(content) : []
    if (said.length)
      return said.map((one) => ({
        fieldKey: key,
        name: one.role,
        text: typeof one.content === 'string' ? one.content : JSON.stringify(one.content),
        isPerson: one.role === 'user',
      }))
    return content ? [{ fieldKey: key, name, text: content, isPerson: key === first }] : []
  })
}
