import type { api } from '#lib/api.ts'
import { type Detail, detailOf, type Message, toWire } from './detail.ts'

export const clipKey = /^_fornax_clipboard:[0-9a-f]{32}$/
/** Where the browser stores the key of the latest copy, for all spaces. */
export const CLIP = 'prompt-clip'

type Pasted = Awaited<ReturnType<typeof api.promptShelf.paste>>['prompt']
const nameTag = /\{\{\s*([A-Za-z]\w{0,49})\s*\}\}/g

/** The content of a prompt without its model, which other spaces may not have. */
export const bodyOf = (detail: Detail): string => JSON.stringify({ ...toWire(detail), model_config: undefined })
/** Some messages with the variables that they refer to. */
export function messagesOf(detail: Detail, messages: readonly Message[]): string {
  const text = messages.flatMap(({ content = '', parts = [] }) => [content, ...parts.map((part) => part.text ?? '')])
  const named = new Set(text.flatMap((one) => [one, ...[...one.matchAll(nameTag)].map(([, name]) => name!)]))
  const isUsed = ({ key }: { key: string }) =>
    named.has(key) || (detail.template === 'jinja2' && text.some((one) => one.includes(key)))
  return bodyOf({ ...detail, messages, variables: detail.variables.filter(isUsed), tools: [], servers: [] })
}

/** Appends the pasted content to the prompt. Names that already exist keep their definition. */
export function withPasted(detail: Detail, pasted: Pasted): Partial<Detail> {
  const added = detailOf(pasted as Parameters<typeof detailOf>[0])
  const isEmpty = detail.messages.every(({ content, parts }) => !content?.trim() && !parts?.length)
  const toolName = (tool: Detail['tools'][number]) => tool.tool_def.function.name
  const more = <T>(own: readonly T[], theirs: readonly T[], key: (item: T) => string): readonly T[] => {
    const taken = new Set(own.map(key))
    return [...own, ...theirs.filter((item) => !taken.has(key(item)))]
  }
  return {
    // An empty prompt also takes over the template type.
    ...(isEmpty && { template: added.template }),
    messages: isEmpty ? added.messages : [...detail.messages, ...added.messages],
    variables: more(detail.variables, added.variables, ({ key }) => key),
    tools: more(detail.tools, added.tools, toolName),
    servers: more(detail.servers, added.servers, ({ mcp_server_id: id }) => id),
  }
}
