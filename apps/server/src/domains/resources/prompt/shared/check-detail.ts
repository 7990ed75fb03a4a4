import {
  PROMPT_PLATFORM_LIMITS,
  PromptMessageType,
  PromptPartType,
  PromptVariableType,
} from '@orrery/contract/shared/prompt-enums'
import { checkJinja } from '#kit/template/jinja.ts'
import { TemplateError } from '#kit/template/template-error.ts'
import { loopPromptErrors, promptErrors } from '../prompt.errors.ts'
import type { PromptDetail } from './prompt-detail.ts'

/** Names of variables that the SDKs accept. */
const variableKey = /^[A-Za-z]\w{0,49}$/
const refuse = (field: string, problem: string, problemZh: string) =>
  promptErrors.badDetail({ field, problem, problemZh })

/** Refuses a draft with errors that no later edit of another part could fix. */
export function checkDraft(detail: PromptDetail): void {
  if (detail.template_type !== 'normal' && detail.template_type !== 'jinja2') throw loopPromptErrors.unknownTemplate()
  if (JSON.stringify(detail).length > PROMPT_PLATFORM_LIMITS.detail)
    throw refuse('prompt_text', 'a prompt has at most 1 MB', '提示词最大 1 MB')
  const keys = new Set<string>()
  for (const [at, { key }] of detail.variables.entries()) {
    const field = `prompt_input.variables.${at}.key`
    if (!variableKey.test(key))
      throw refuse(
        field,
        `“${key}” must begin with a letter and have at most 50 letters, digits and _`,
        `「${key}」须以字母开头，最多 50 个字符，只能包含字母、数字和下划线`,
      )
    if (keys.has(key)) throw refuse(field, `“${key}” stands twice`, `「${key}」重复`)
    keys.add(key)
  }
}

/** Refuses a version that could not be run. */
export function checkVersion(detail: PromptDetail): void {
  checkDraft(detail)
  if (!detail.messages.some(({ content, parts }) => content?.trim() || parts?.length))
    throw refuse('prompt_text', 'write at least one message', '请至少填写一条消息')
  checkTemplates(detail)
  checkTools(detail)
}

function checkTemplates(detail: PromptDetail): void {
  const typeOf = new Map(detail.variables.map(({ key, variable_type: type }) => [key, type]))
  for (const [at, { message_type: type, content = '', parts = [] }] of detail.messages.entries()) {
    const field = `prompt_text.message_list.${at}`
    if (type === PromptMessageType.placeholder) {
      if (typeOf.get(content) !== PromptVariableType.placeholder)
        throw refuse(field, `there is no placeholder variable “${content}”`, `没有占位变量「${content}」`)
      continue
    }
    for (const { type: kind, text = '', image } of parts) {
      if (kind === PromptPartType.imageVariable && typeOf.get(text) !== PromptVariableType.image)
        throw refuse(field, `there is no image variable “${text}”`, `没有图片变量「${text}」`)
      if (kind === PromptPartType.image && !image?.url)
        throw refuse(field, 'an image needs its url, or its content as Base64', '图片须提供 url 或 Base64 内容')
    }
    for (const text of [content, ...parts.map((part) => part.text ?? '')]) {
      if (detail.template_type === 'jinja2') readTemplate(field, text)
    }
  }
}

const tag = /\{\{\s*([A-Za-z]\w{0,49})\s*\}\}/g
/** Refuses a version with placeholders for unknown variables, which would be sent to the model literally. */
export function requireNames(
  { template_type: template, messages }: PromptDetail,
  known: { has(name: string): boolean },
) {
  if (template !== 'normal') return
  for (const [at, { message_type: type, content = '', parts = [] }] of messages.entries()) {
    if (type === PromptMessageType.placeholder) continue
    for (const text of [content, ...parts.map((part) => part.text ?? '')]) {
      const unknown = [...text.matchAll(tag)].find(([, name]) => !known.has(name!))
      if (!unknown) continue
      const name = unknown[1]!
      throw loopPromptErrors.badTemplate({
        field: `prompt_text.message_list.${at}`,
        line: text.slice(0, unknown.index).split('\n').length,
        problem: `there is no variable “${name}”. Add it, or correct its name`,
        problemZh: `没有变量「${name}」，请添加该变量或修正名称`,
      })
    }
  }
}
function readTemplate(field: string, text: string): void {
  try {
    checkJinja(text)
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause
    throw loopPromptErrors.badTemplate({ field, line: cause.line, problem: cause.message, problemZh: cause.zh })
  }
}

function checkTools({ tools, tool_choice: choice, tool_name: chosen }: PromptDetail): void {
  const names = new Set<string>()
  for (const [at, { tool_def: tool }] of tools.entries()) {
    const { name, parameters } = tool.function
    if (names.has(name)) throw refuse(`tools.${at}`, `“${name}” stands twice`, `「${name}」重复`)
    names.add(name)
    if (parameters && !isObject(parameters))
      throw refuse(`tools.${at}.parameters`, 'must be a JSON Schema', '须为 JSON Schema')
  }
  if (choice === 3 && !names.has(chosen ?? ''))
    throw refuse('tool_call_config', `there is no tool “${chosen ?? ''}”`, `没有工具「${chosen ?? ''}」`)
}
function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
