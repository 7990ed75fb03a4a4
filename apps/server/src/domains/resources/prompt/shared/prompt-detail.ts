import type {
  GivenDetail,
  PromptMcpServer,
  PromptMessage,
  PromptModel,
  PromptTool,
  PromptVariable,
} from '@orrery/contract'
import { PromptMessageType, PromptSecurity, PromptToolChoice } from '@orrery/contract/shared/prompt-enums'

/** The contents of a prompt, stored as a whole in drafts and versions. */
export interface PromptDetail {
  template_type: 'normal' | 'jinja2'
  messages: PromptMessage[]
  variables: PromptVariable[]
  tools: PromptTool[]
  tool_choice: 1 | 2 | 3
  /** The tool that must be called if the choice is `specific`. */
  tool_name?: string
  model: PromptModel
  /** Absent if there is none. */
  mcp_servers?: PromptMcpServer[]
}

export const emptyDetail = (): PromptDetail => ({
  template_type: 'normal',
  messages: [],
  variables: [],
  tools: [],
  tool_choice: PromptToolChoice.auto,
  model: {},
})

/** Merges given fields into a prompt. The list of messages has precedence over the older pair of fields. */
export function detailFrom(given: GivenDetail, before: PromptDetail = emptyDetail()): PromptDetail {
  const { prompt_text: text, tool_call_config: choice } = given
  const pair = [
    text?.system_prompt && { ...text.system_prompt, message_type: PromptMessageType.system },
    text?.user_prompt && { ...text.user_prompt, message_type: PromptMessageType.user },
  ].filter((message) => message !== undefined)
  const isSpecific = choice?.tool_choice === PromptToolChoice.specific
  const toolName = choice ? (isSpecific ? choice.specification?.name : undefined) : before.tool_name
  return {
    // An unknown type is refused later by checkDraft.
    template_type: (given.template_type || before.template_type) as PromptDetail['template_type'],
    messages: text ? (text.message_list ?? pair) : before.messages,
    variables: given.prompt_input ? (given.prompt_input.variables ?? []) : before.variables,
    tools: given.tools ?? before.tools,
    tool_choice: choice?.tool_choice ?? before.tool_choice,
    ...(toolName !== undefined && { tool_name: toolName }),
    model: given.model_config ?? before.model,
    ...mcpOf(given.mcp_servers ?? before.mcp_servers),
  }
}

const mcpOf = (servers: PromptMcpServer[] | undefined) => (servers?.length ? { mcp_servers: servers } : {})

/** A prompt in the format of the editor. */
export function shownDetail(detail: PromptDetail) {
  const { messages } = detail
  const first = (type: number) => messages.find((message) => message.message_type === type)
  const [system, user] = [first(PromptMessageType.system), first(PromptMessageType.user)]
  return {
    prompt_text: {
      ...(system && { system_prompt: system }),
      ...(user && { user_prompt: user }),
      message_list: messages,
    },
    prompt_input: { variables: detail.variables },
    model_config: detail.model,
    tools: detail.tools,
    ...mcpOf(detail.mcp_servers),
    tool_call_config: {
      tool_choice: detail.tool_choice,
      ...(detail.tool_name !== undefined && { specification: { name: detail.tool_name } }),
    },
    template_type: detail.template_type,
    has_segment: segmentRefs(detail).length > 0,
  }
}

/** All texts of a prompt as one, for the library, the search, and finding segment references. */
export const textOfDetail = ({ messages }: PromptDetail): string =>
  messages
    .map(({ content, parts }) => content || (parts ?? []).map(({ text }) => text ?? '').join(''))
    .filter(Boolean)
    .join('\n\n')

export interface SegmentRef {
  id: string
  version: string
}
export const segmentTag = /<cozeloop_snippet>id=(\d{1,19})&version=([^<]{0,50})<\/cozeloop_snippet>/g
export function segmentRefs(detail: PromptDetail): SegmentRef[] {
  const found = [...textOfDetail(detail).matchAll(segmentTag)].map(([, id, version]) => ({
    id: id!,
    version: version!,
  }))
  return found.filter((ref, at) => found.findIndex((one) => one.id === ref.id && one.version === ref.version) === at)
}

/** Applies a change to every text of a prompt. */
export const mapTexts = (detail: PromptDetail, change: (text: string) => string): PromptDetail => ({
  ...detail,
  messages: detail.messages.map((message) => ({
    ...message,
    ...(message.content !== undefined && { content: change(message.content) }),
    ...(message.parts && {
      parts: message.parts.map((part) => (part.text === undefined ? part : { ...part, text: change(part.text) })),
    }),
  })),
})

/** A text of the library in the format of a version. */
export const libraryDetail = (text: string): PromptDetail => ({
  ...emptyDetail(),
  messages: [{ message_type: PromptMessageType.user, content: text }],
})
/** Prompts of the strictest level must not leave the space in exports or traces. */
export const isSecret = (level: number): boolean => level >= PromptSecurity.l4
/** The text that lists and the search may show. */
export const listedText = (text: string, level: number): string => (isSecret(level) ? '' : text)
