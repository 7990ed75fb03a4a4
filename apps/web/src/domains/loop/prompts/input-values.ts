import type { PromptValue as Value } from '@orrery/contract'
import { PromptMessageType, PromptPartType, PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import type { Message, Variable } from './detail.ts'

export type { Value }
/** The texts of the input fields, by the names of the variables. */
export type Values = Readonly<Record<string, string>>

const roles = {
  system: PromptMessageType.system,
  user: PromptMessageType.user,
  assistant: PromptMessageType.assistant,
} as const
const turn = /^(system|user|assistant)[:：]\s*/i
const dataUrl = /^data:(image\/[\w.+-]+);base64,(.*)$/s

/** Parses typed messages. Each begins with its role; lines without a role belong to the message above. */
function readTurns(text: string): Message[] {
  const said: { message_type: Message['message_type']; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const role = turn.exec(line)?.[1]?.toLowerCase() as keyof typeof roles | undefined
    if (role) said.push({ message_type: roles[role], lines: [line.replace(turn, '')] })
    else if (said.length) said.at(-1)!.lines.push(line)
    else if (line.trim()) said.push({ message_type: roles.user, lines: [line] })
  }
  return said.map(({ message_type, lines }) => ({ message_type, content: lines.join('\n').trimEnd() }))
}
function writeTurns(messages: readonly Message[]): string {
  const nameOf = (type: number) => Object.entries(roles).find(([, number]) => number === type)?.[0] ?? 'user'
  return messages.map(({ message_type: type, content = '' }) => `${nameOf(type)}: ${content}`).join('\n')
}

/** Converts the text of a field to its value on the wire, by the type of its variable. */
export function toValue({ key, variable_type: type }: Variable, text: string): Value {
  if (type === PromptVariableType.placeholder) return { key, placeholder_messages: readTurns(text) }
  if (type !== PromptVariableType.image) return { key, value: text }
  const [, mimeType, data] = dataUrl.exec(text) ?? []
  if (mimeType && data)
    return { key, parts: [{ type: PromptPartType.binary, binary_content: { mime_type: mimeType, data } }] }
  return text.trim() ? { key, image: { link: { url: text.trim() } } } : { key }
}
/** Leaves out untouched fields. */
export const toValues = (variables: readonly Variable[], values: Values): Value[] =>
  variables.flatMap((variable) => {
    const text = values[variable.key]
    return text === undefined ? [] : [toValue(variable, text)]
  })

/** Converts a stored value back to the text of its field. */
function fromValue({ value, placeholder_messages: messages, image, parts }: Value): string {
  if (messages) return writeTurns(messages)
  const content = parts?.[0]?.binary_content
  if (content) return `data:${content.mime_type};base64,${content.data}`
  return image?.link?.url ?? value ?? ''
}
export const fromValues = (values: readonly Value[]): Values =>
  Object.fromEntries(values.map((value) => [value.key, fromValue(value)]))
