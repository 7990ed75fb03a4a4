import type { EvaluatorContent, ShownContent, WireContent } from '@orrery/contract'
import { CodeLanguage, EvaluatorType } from '@orrery/contract/shared/evaluation-enums'
import { evaluatorErrors } from '../evaluator.errors.ts'
import { inputsOf } from './evaluator-inputs.ts'
import { templateName } from './judge-templates.ts'

const Role = { system: 1, user: 2 } as const
const Source = { template: 1, own: 3 } as const
const unit = { min: 0, max: 1, higher_is_better: true }

function readPrompt(given: NonNullable<WireContent['prompt_evaluator']>) {
  const textOf = (role: number) =>
    given.message_list
      .filter((message) => (message.role ?? Role.user) === role)
      .map(({ content }) => content?.text ?? '')
      .filter(Boolean)
      .join('\n\n')
  const isKnown = given.message_list.every(({ role = Role.user }) => role === Role.system || role === Role.user)
  const [prompt, system] = [textOf(Role.user), textOf(Role.system)]
  if (!isKnown || !(prompt || system)) throw evaluatorErrors.badRole()
  const { id, temperature } = given.model_config ?? {}
  return {
    kind: 'judge' as const,
    model_id: id,
    // Templates of other platforms may have a system message only.
    ...(prompt ? { prompt, ...(system && { system }) } : { prompt: system }),
    ...(temperature !== undefined && { temperature }),
    ...(given.prompt_template_key && { template: given.prompt_template_key }),
  }
}
/** Converts content from the wire format to the stored format. */
export function readContent(given: WireContent): EvaluatorContent {
  const { prompt_evaluator: prompt, code_evaluator: code, builtin_evaluator: builtin } = given
  if ([prompt, code, builtin].filter(Boolean).length !== 1) throw evaluatorErrors.oneKind()
  const scale = given.scale ?? unit
  if (prompt) return { ...readPrompt(prompt), scale }
  if (builtin) return builtin
  const inputs = given.input_schemas?.map(({ key }) => key) ?? []
  return {
    kind: 'code',
    language: code!.language_type === CodeLanguage.python ? 'python' : 'javascript',
    code: code!.code,
    ...(inputs.length && { inputs }),
    scale,
  }
}
export const typeOf = (content: EvaluatorContent): number =>
  content.kind === 'judge' ? EvaluatorType.prompt : EvaluatorType.code

const argsOf = (keys: string[]) =>
  keys.map((key) => ({ key, support_content_types: ['Text'], json_schema: '{"type":"string"}' }))

export function showContent(content: EvaluatorContent, modelNames: ReadonlyMap<string, string>): ShownContent {
  const common = {
    receive_chat_history: false,
    input_schemas: argsOf(inputsOf(content).map(({ key }) => key)),
    scale: ('scale' in content && content.scale) || unit,
  }
  if (content.kind === 'judge') {
    const message = (role: number, text: string) => ({ role, content: { content_type: 'Text', text } })
    return {
      ...common,
      prompt_evaluator: {
        message_list: [
          ...(content.system ? [message(Role.system, content.system)] : []),
          message(Role.user, content.prompt),
        ],
        model_config: {
          id: content.model_id ?? '',
          name: modelNames.get(content.model_id ?? '') ?? '',
          ...(content.temperature !== undefined && { temperature: content.temperature }),
        },
        prompt_source_type: content.template ? Source.template : Source.own,
        prompt_template_key: content.template ?? '',
        prompt_template_name: content.template ? templateName(content.template) : '',
      },
    }
  }
  if (content.kind === 'code')
    return {
      ...common,
      code_evaluator: {
        language_type: content.language === 'python' ? CodeLanguage.python : CodeLanguage.javascript,
        code: content.code,
      },
    }
  return { ...common, builtin_evaluator: content }
}
