export interface ParsedMessage {
  role: string
  text: string
  /** A tool call with its arguments. */
  call?: string
}
type Raw = Record<string, unknown>
const isRecord = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses messages in the formats of bots and programs; undefined for other values. */
export function parseMessages(text: string): ParsedMessage[] | undefined {
  const value = parsed(text)
  const list = Array.isArray(value)
    ? value
    : isRecord(value) && Array.isArray(value['messages'])
      ? value['messages']
      : []
  const messages = (list as unknown[]).flatMap(messageOf)
  if (!messages.length || messages.length < list.length) return undefined
  const system = isRecord(value) ? textOf(value['system']) : ''
  return system ? [{ role: 'system', text: system }, ...messages] : messages
}
function messageOf(one: unknown): ParsedMessage[] {
  if (!isRecord(one)) return []
  const inner = isRecord(one['message']) ? one['message'] : one
  const { role, content, parts } = inner
  if (typeof role !== 'string') return []
  const calls = callsOf(inner['tool_calls']) || callsOf(parts)
  const text = textOf(parts ?? content)
  return text || calls ? [{ role, text, ...(calls && { call: calls }) }] : []
}
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content)
  return content
    .map((part: unknown) => {
      if (typeof part === 'string') return part
      if (!isRecord(part)) return ''
      const text = part['text'] ?? part['content'] ?? part['response']
      return typeof text === 'string' ? text : text === undefined ? '' : JSON.stringify(text)
    })
    .filter(Boolean)
    .join('\n')
}
function callsOf(list: unknown): string {
  if (!Array.isArray(list)) return ''
  return list
    .flatMap((one: unknown) => {
      if (!isRecord(one)) return []
      const call = isRecord(one['function']) ? one['function'] : one
      if (!('arguments' in call) || typeof call['name'] !== 'string') return []
      const given = call['arguments']
      return `${call['name']}(${typeof given === 'string' ? given : JSON.stringify(given)})`
    })
    .join('\n')
}
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
