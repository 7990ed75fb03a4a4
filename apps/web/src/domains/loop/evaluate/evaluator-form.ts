import {
  type SimilarityMetric,
  similarityMetrics,
  type TextRule,
  textRules,
  type TrajectoryCheck,
  trajectoryChecks,
} from '@orrery/contract/shared/evaluation-enums'
import type { WireContent } from '@orrery/contract'
import type { Evaluator } from './evaluation.queries.ts'

export const contentTypes = ['rule', 'similarity', 'judge', 'code', 'trajectory'] as const
type ContentType = (typeof contentTypes)[number]
export const rules: readonly TextRule[] = textRules
export const metrics: readonly SimilarityMetric[] = similarityMetrics
export const checks: readonly TrajectoryCheck[] = trajectoryChecks
export const codes = {
  javascript: `function exec_evaluation(turn) {
  const output = turn.evaluate_target_output_fields.actual_output.text
  return { score: output.length > 0 ? 1 : 0, reason: 'not empty' }
}
`,
  python: `def exec_evaluation(turn):
    output = turn["evaluate_target_output_fields"]["actual_output"]["text"]
    return EvalOutput(score=1 if output else 0, reason="not empty")
`,
}
type Language = keyof typeof codes
export interface ContentForm {
  type: ContentType
  rule: TextRule
  isNegated: boolean
  /** One text per line. */
  texts: string
  metric: SimilarityMetric
  check: TrajectoryCheck
  model: string
  prompt: string
  system: string
  template: string
  language: Language
  code: string
}
export const firstForm: ContentForm = {
  type: 'rule',
  rule: 'icontains',
  isNegated: false,
  texts: '',
  metric: 'token_f1',
  check: 'tools',
  model: '',
  prompt: '',
  system: '',
  template: '',
  language: 'javascript',
  code: codes.javascript,
}
const Role = { system: 1, user: 2 } as const
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

export function contentOf(form: ContentForm): WireContent {
  switch (form.type) {
    case 'rule':
      return {
        builtin_evaluator: {
          kind: 'rule',
          rule: form.rule,
          is_negated: form.isNegated,
          contents: linesOf(form.texts),
        },
      }
    case 'similarity':
      return { builtin_evaluator: { kind: 'similarity', metric: form.metric } }
    case 'trajectory':
      return { builtin_evaluator: { kind: 'trajectory', check: form.check } }
    case 'code':
      return { code_evaluator: { language_type: form.language === 'python' ? 1 : 2, code: form.code } }
    case 'judge':
      return {
        prompt_evaluator: {
          message_list: [
            ...(form.system ? [{ role: Role.system, content: { text: form.system } }] : []),
            { role: Role.user, content: { text: form.prompt } },
          ],
          model_config: { id: form.model || undefined },
          ...(form.template && { prompt_template_key: form.template }),
        },
      }
  }
}
type Shown = NonNullable<Evaluator['current_version']>['evaluator_content']
export function formOf(content: Shown): ContentForm {
  const { builtin_evaluator: builtin, code_evaluator: code, prompt_evaluator: prompt } = content
  if (builtin?.kind === 'rule')
    return {
      ...firstForm,
      type: 'rule',
      rule: builtin.rule,
      isNegated: builtin.is_negated,
      texts: builtin.contents.join('\n'),
    }
  if (builtin?.kind === 'similarity') return { ...firstForm, type: 'similarity', metric: builtin.metric }
  if (builtin?.kind === 'trajectory') return { ...firstForm, type: 'trajectory', check: builtin.check }
  if (code)
    return { ...firstForm, type: 'code', language: code.language_type === 1 ? 'python' : 'javascript', code: code.code }
  const textOf = (role: number) => prompt?.message_list.find((one) => one.role === role)?.content.text ?? ''
  return {
    ...firstForm,
    type: 'judge',
    model: prompt?.model_config.id ?? '',
    prompt: textOf(Role.user),
    system: textOf(Role.system),
    template: prompt?.prompt_template_key ?? '',
  }
}
const named = (text: string) => [...text.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g)].map(([, name]) => name!)
/** The fields that a trial row needs. */
export function inputsOf(form: ContentForm): string[] {
  switch (form.type) {
    case 'rule':
      return [...new Set(['output', ...named(form.texts)])]
    case 'similarity':
      return ['output', 'reference_output']
    case 'trajectory':
      return ['trajectory', 'expected']
    case 'code':
      return ['input', 'output', 'reference_output']
    case 'judge':
      return [...new Set(named(`${form.system}\n${form.prompt}`))]
  }
}
/** The next version: the latest with its last number increased by one. */
export function nextVersion(latest: string): string {
  const [major = '0', minor = '0', patch = '0'] = latest.split(/[-+]/)[0]!.split('.')
  return latest ? `${major}.${minor}.${Number(patch) + 1}` : '1.0.0'
}
