import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import type { Prompt } from './prompts.queries.ts'

type Given<K extends 'prompt_text' | 'prompt_input' | 'tools' | 'model_config' | 'mcp_servers'> = NonNullable<Prompt[K]>
export type Message = NonNullable<Given<'prompt_text'>['message_list']>[number]
export type Variable = Given<'prompt_input'>['variables'][number]
export type Tool = Given<'tools'>[number]
type McpServer = Given<'mcp_servers'>[number]
export type ModelSettings = Given<'model_config'>

/** The editable content of a prompt. */
export interface Detail {
  template: 'normal' | 'jinja2'
  messages: readonly Message[]
  variables: readonly Variable[]
  tools: readonly Tool[]
  servers: readonly McpServer[]
  model: ModelSettings
}

export const detailOf = (prompt: Prompt): Detail => ({
  template: prompt.template_type === 'jinja2' ? 'jinja2' : 'normal',
  messages: prompt.prompt_text?.message_list ?? [],
  variables: prompt.prompt_input?.variables ?? [],
  tools: prompt.tools ?? [],
  servers: prompt.mcp_servers ?? [],
  model: prompt.model_config ?? {},
})
export const toWire = (detail: Detail) => ({
  template_type: detail.template,
  prompt_text: { message_list: [...detail.messages] },
  prompt_input: { variables: [...detail.variables] },
  tools: [...detail.tools],
  mcp_servers: [...detail.servers],
  model_config: detail.model,
})

export const roleKeys = {
  [PromptMessageType.system]: 'system',
  [PromptMessageType.user]: 'user',
  [PromptMessageType.assistant]: 'assistant',
  [PromptMessageType.tool]: 'tool',
  [PromptMessageType.placeholder]: 'placeholder',
} as const

/** Names in double braces that are not variables yet. */
export function missingVariables({ template, messages, variables }: Detail): string[] {
  if (template !== 'normal') return []
  const known = new Set(variables.map(({ key }) => key))
  const used = messages.flatMap(({ content = '' }) =>
    [...content.matchAll(/\{\{\s*([A-Za-z]\w{0,49})\s*\}\}/g)].map(([, name]) => name!),
  )
  return [...new Set(used)].filter((name) => !known.has(name))
}

/** A short text that identifies an image. */
const partText = ({ text, image, binary_content: content }: NonNullable<Message['parts']>[number]): string =>
  text ?? image?.url ?? (content ? `${content.mime_type} ${content.data.length} ${content.data.slice(-12)}` : '')

/** A version as one text, so that two versions can be compared. */
export function asText({ template, messages, variables, tools, servers, model }: Detail): string {
  const parts = [
    `template: ${template}`,
    ...messages.map(({ message_type: type, content = '', parts }) =>
      [`# ${roleKeys[type]}`, content, ...(parts ?? []).map(partText)].filter(Boolean).join('\n'),
    ),
    ...variables.map(({ key, variable_type: type, desc = '' }) => `{{${key}}} ${type ?? 1} ${desc}`.trimEnd()),
    ...tools.map(({ tool_def: { function: one } }) => `tool ${one.name}\n${one.parameters ?? ''}`),
    ...servers.map(({ mcp_server_id: id, name }) => `mcp ${name ?? id}`),
    ...Object.entries(model)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `${key}: ${String(value)}`),
  ]
  return parts.join('\n\n')
}
