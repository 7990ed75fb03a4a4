import type { PromptMessage, PromptVariable, ServedPrompt } from '@orrery/contract'
import { PromptMessageType, PromptPartType, PromptToolChoice } from '@orrery/contract/shared/prompt-enums'
import type { PromptDetail } from './shared/prompt-detail.ts'

const roles: Record<number, ServedPrompt['prompt_template']['messages'][number]['role']> = {
  [PromptMessageType.system]: 'system',
  [PromptMessageType.user]: 'user',
  [PromptMessageType.assistant]: 'assistant',
  [PromptMessageType.tool]: 'tool',
  [PromptMessageType.placeholder]: 'placeholder',
}
const simpleTypes: Record<number, string> = {
  1: 'string',
  2: 'integer',
  3: 'boolean',
  4: 'float',
  6: 'object',
  7: 'placeholder',
  8: 'multi_part',
}
const typeOf = ({ variable_type: type, item_type: item }: PromptVariable): string =>
  simpleTypes[type] ?? `array<${simpleTypes[item ?? 1] ?? 'string'}>`

/** A version in the format of the loop SDKs. */
export function servedShape(given: {
  spaceId: string
  key: string
  version: string
  detail: PromptDetail
}): ServedPrompt {
  const { spaceId, key, version, detail } = given
  const { id: _, name: __, ...llm } = detail.model
  const tools = detail.tools.filter(({ disable }) => !disable)
  return {
    workspace_id: spaceId,
    prompt_key: key,
    version,
    prompt_template: {
      template_type: detail.template_type,
      messages: detail.messages.map(messageOf),
      variable_defs: detail.variables.map((variable) => ({
        key: variable.key,
        desc: variable.desc ?? '',
        type: typeOf(variable),
      })),
    },
    ...(tools.length && {
      tools: tools.map(({ tool_def: { function: one } }) => ({
        type: 'function' as const,
        function: { name: one.name, description: one.description ?? '', parameters: one.parameters ?? '{}' },
      })),
      // The Python client supports only these two values.
      tool_call_config: {
        tool_choice: detail.tool_choice === PromptToolChoice.none ? ('none' as const) : ('auto' as const),
      },
    }),
    ...(Object.keys(llm).length && { llm_config: llm }),
  }
}

/** Clients read either the text or the parts of a message, so with parts the text becomes the first part. */
function messageOf({ message_type: type, content = '', parts }: PromptMessage) {
  const all: PromptMessage['parts'] =
    parts?.length && content ? [{ type: PromptPartType.text, text: content }, ...parts] : parts
  return {
    role: roles[type]!,
    content: all?.length ? '' : content,
    ...(all?.length && {
      parts: all.map((part) => {
        if (part.type === PromptPartType.image) return { type: 'image_url' as const, image_url: part.image?.url ?? '' }
        if (part.type === PromptPartType.imageVariable)
          return { type: 'multi_part_variable' as const, text: part.text ?? '' }
        if (part.type === PromptPartType.binary)
          return {
            type: 'base64_data' as const,
            base64_data: `data:${part.binary_content?.mime_type ?? ''};base64,${part.binary_content?.data ?? ''}`,
          }
        return { type: 'text' as const, text: part.text ?? '' }
      }),
    }),
  }
}
