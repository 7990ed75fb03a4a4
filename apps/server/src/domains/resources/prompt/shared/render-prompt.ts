import type { PromptMessage, PromptValue, PromptVariable } from '@orrery/contract'
import { PromptMessageType, PromptPartType, PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { renderJinja } from '#kit/template/jinja.ts'
import { TemplateError } from '#kit/template/template-error.ts'
import { loopPromptErrors } from '../prompt.errors.ts'
import type { PromptDetail } from './prompt-detail.ts'

type Template = Pick<PromptDetail, 'template_type' | 'messages' | 'variables'>

/** Renders the messages. Values are inserted literally and never rendered again. */
export function renderPrompt(template: Template, given: readonly PromptValue[]): PromptMessage[] {
  const byKey = new Map(given.map((value) => [value.key, value]))
  const filled = new Map<string, unknown>()
  for (const variable of template.variables) {
    const value = byKey.get(variable.key)
    requireValue(variable, value)
    filled.set(variable.key, valueOf(variable, value?.value))
  }
  const fill = (text: string, field: string) =>
    template.template_type === 'jinja2' ? jinja(text, filled, field) : normal(text, filled)
  return template.messages.flatMap((message, at): PromptMessage[] => {
    const field = `prompt_text.message_list.${at}`
    if (message.message_type === PromptMessageType.placeholder)
      return byKey.get(message.content ?? '')?.placeholder_messages ?? []
    const parts = message.parts?.flatMap((part) => {
      if (part.type === PromptPartType.imageVariable) return imageOf(byKey.get(part.text ?? ''))
      return [part.text === undefined ? part : { ...part, text: fill(part.text, field) }]
    })
    return [
      {
        ...message,
        ...(message.content !== undefined && { content: fill(message.content, field) }),
        ...(parts && { parts }),
      },
    ]
  })
}

function requireValue(
  { key, variable_type: type, is_required: isRequired }: PromptVariable,
  value?: PromptValue,
): void {
  if (!isRequired) return
  const isGiven =
    type === PromptVariableType.placeholder
      ? value?.placeholder_messages?.length
      : type === PromptVariableType.image
        ? value?.parts?.length || value?.image?.link?.url
        : value?.value
  if (!isGiven) throw loopPromptErrors.notRendered({ key, problem: 'a value is required', problemZh: '必须填写' })
}

const isOfType: Record<number, (value: unknown) => boolean> = {
  [PromptVariableType.integer]: (value) => Number.isInteger(value),
  [PromptVariableType.boolean]: (value) => typeof value === 'boolean',
  [PromptVariableType.number]: (value) => typeof value === 'number',
  [PromptVariableType.array]: Array.isArray,
  [PromptVariableType.object]: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
const typeNames: Record<number, [string, string]> = {
  [PromptVariableType.integer]: ['a whole number', '整数'],
  [PromptVariableType.boolean]: ['true or false', 'true 或 false'],
  [PromptVariableType.number]: ['a number', '数字'],
  [PromptVariableType.array]: ['a JSON array', 'JSON 数组'],
  [PromptVariableType.object]: ['a JSON object', 'JSON 对象'],
}
/** Parses a value: text is returned as it is, other types are JSON of the right type. */
function valueOf({ key, variable_type: type }: PromptVariable, text: string | undefined): unknown {
  const check = isOfType[type]
  if (!check || text === undefined || text === '') return text
  const value = parsed(text)
  if (check(value)) return value
  const [en, zh] = typeNames[type]!
  throw loopPromptErrors.notRendered({ key, problem: `must be ${en}`, problemZh: `须为${zh}` })
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const tag = /\{\{\s*([A-Za-z]\w{0,49})\s*\}\}/g
/** Fills placeholders: a variable without a value becomes empty; an unknown name is not replaced. */
const normal = (text: string, filled: ReadonlyMap<string, unknown>): string =>
  text.includes('{{')
    ? text.replace(tag, (whole, key: string) => {
        if (!filled.has(key)) return whole
        const value = filled.get(key)
        return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
      })
    : text

function jinja(text: string, filled: ReadonlyMap<string, unknown>, field: string): string {
  try {
    return renderJinja(text, Object.fromEntries([...filled].filter(([, value]) => value !== undefined)))
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause
    throw loopPromptErrors.badTemplate({ field, line: cause.line, problem: cause.message, problemZh: cause.zh })
  }
}

const imageOf = (value: PromptValue | undefined): NonNullable<PromptMessage['parts']> => value?.parts ?? linkOf(value)
const linkOf = (value: PromptValue | undefined) =>
  value?.image?.link?.url ? [{ type: PromptPartType.image, image: { url: value.image.link.url } }] : []
