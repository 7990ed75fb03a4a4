import type { EvaluatorContent, GivenRule, ShownRule } from '@orrery/contract'
import { ResultType } from '@orrery/contract/shared/evaluation-enums'
import { judgeTemplates } from '#domains/loop/evaluator/shared/judge-templates.ts'
import { evaluatorSetErrors } from '#domains/loop/evaluator-set/evaluator-set.errors.ts'
import type { FoundMember, GivenMember } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import {
  builtinType,
  CustomMetric,
  DefaultMetric,
  ProcessType,
  ruleNumber,
  ruleOf,
  specContent,
  templateKey,
  templateNumber,
} from './evaluator-types.ts'

export interface RuleReader {
  /** Text of a prompt of the space. */
  promptOf(id: string, version: string | undefined): Promise<string | undefined>
  /** Finds a registered type by number, and checks the content against it. */
  callbackOf(number: number, content: string): Promise<{ id: string } | undefined>
}
const unit = { min: 0, max: 1, higher_is_better: true }
const WORST_MS = 60_000

async function contentOf(rule: GivenRule, read: RuleReader, at: string): Promise<EvaluatorContent> {
  const missing = (part: string) => evaluatorSetErrors.noRule({ field: at, part: `${at}.${part}` })
  const badType = () => evaluatorSetErrors.badType({ field: `${at}.evaluator_type`, type: rule.evaluator_type })
  switch (rule.process_type) {
    case ProcessType.prompt: {
      const given = rule.prompt_rule
      if (!given?.content.trim()) throw missing('prompt_rule.content')
      const { temperature } = given.setting
      return {
        kind: 'judge',
        model_id: given.ModelInfo?.model_id,
        prompt: given.content,
        ...(temperature !== undefined && { temperature }),
        scale: unit,
      }
    }
    case ProcessType.python:
    case ProcessType.javascript: {
      const isPython = rule.process_type === ProcessType.python
      const code = (isPython ? rule.python_rule : rule.js_rule)?.code
      if (!code) throw missing(isPython ? 'python_rule.code' : 'js_rule.code')
      return { kind: 'code', language: isPython ? 'python' : 'javascript', code, scale: unit }
    }
    case ProcessType.function: {
      const of = ruleOf(rule.evaluator_type)
      if (!of) throw badType()
      return {
        kind: 'rule',
        rule: of.rule,
        is_negated: of.isNegated,
        contents: rule.buildin_func_rule?.contents ?? [],
      }
    }
    case ProcessType.template: {
      const key = templateKey(rule.evaluator_type)
      const template = judgeTemplates.find((one) => one.key === key)
      if (!template) throw badType()
      return { ...template.content, model_id: rule.buildin_prompt_rule?.ModelInfo?.model_id } as EvaluatorContent
    }
    case ProcessType.callback: {
      const content = rule.custom_callback?.content ?? ''
      const type = await read.callbackOf(rule.evaluator_type, content)
      if (!type) throw badType()
      return { kind: 'callback', type_id: type.id, content }
    }
    case ProcessType.manual: {
      const given = rule.manual_rule
      if (!given) throw missing('manual_rule')
      if (given.data_type === ResultType.option && !given.options?.length) throw missing('manual_rule.options')
      const scope = given.scope ?? { min_score: 0, max_score: 1 }
      return {
        kind: 'human',
        result: given.data_type,
        options: given.options ?? [],
        scale: { min: scope.min_score, max: scope.max_score, higher_is_better: true },
      }
    }
    case ProcessType.metric:
      if (rule.evaluator_type === DefaultMetric) return { kind: 'metric', metric: 'latency_ms', worst: WORST_MS }
      if (!rule.name) throw missing('name')
      return { kind: 'points', metric: rule.name, result: rule.custom_metrics?.data_type ?? ResultType.value }
    case ProcessType.spec: {
      const content = specContent(rule.evaluator_type, rule.spec_test_rule?.content ?? '')
      if (!content) throw badType()
      return content
    }
    case ProcessType.promptVersion: {
      const given = rule.fornax_prompt_rule
      if (!given) throw missing('fornax_prompt_rule')
      const prompt = await read.promptOf(given.prompt_id, given.version)
      if (!prompt) throw evaluatorSetErrors.noPrompt({ field: `${at}.fornax_prompt_rule.prompt_id` })
      return {
        kind: 'judge',
        model_id: given.ModelInfo?.model_id,
        prompt,
        prompt_ref: { id: given.prompt_id, version: given.version ?? '' },
        scale: unit,
      }
    }
    default: {
      const given = rule.coze_prompt_rule
      if (!given?.prompt.trim()) throw missing('coze_prompt_rule.prompt')
      const { model_id, temperature } = given.model_info
      return {
        kind: 'judge',
        model_id,
        prompt: given.prompt,
        ...(temperature !== undefined && { temperature }),
        scale: unit,
      }
    }
  }
}
/** Converts a rule of the first API version into a member of a list. */
export async function readRule(rule: GivenRule, read: RuleReader, at = 'rule'): Promise<GivenMember> {
  const content = await contentOf(rule, read, at)
  return {
    name: rule.name?.trim() || rule.evaluator_type_name?.trim() || (builtinType(rule.evaluator_type)?.name ?? 'rule'),
    content,
    weight: rule.weight ?? 1,
    granularity: rule.granularity === 2 ? 2 : 1,
    wireType: rule.process_type === ProcessType.callback ? rule.evaluator_type : typeNumber(content, rule),
  }
}
const specNumbers = {
  language: 20014,
  refusal: 20015,
  redundancy: 20020,
  persona_leak: 20200,
  declines: 20015,
} as const
const trajectoryNumbers = { tools: 20030, parameters: 20031, order: 20036 } as const
/** Several type numbers map to the same content: keep the number that was sent. */
function typeNumber(content: EvaluatorContent, sent: Pick<GivenRule, 'evaluator_type' | 'process_type'>): number {
  const own = numberOf(content)
  return builtinType(sent.evaluator_type)?.process === sent.process_type ? sent.evaluator_type : own
}
export function numberOf(content: EvaluatorContent): number {
  switch (content.kind) {
    case 'judge':
      return (
        (content.template && templateNumber(content.template)) ||
        (content.prompt_ref ? ProcessType.promptVersion : ProcessType.prompt)
      )
    case 'code':
      return content.language === 'python' ? ProcessType.python : ProcessType.javascript
    case 'rule':
      return ruleNumber(content.rule, content.is_negated)
    case 'similarity':
      return 20_024
    case 'trajectory':
      return trajectoryNumbers[content.check]
    case 'spec':
      return specNumbers[content.check]
    case 'metric':
      return content.metric === 'latency_ms' ? 20_019 : DefaultMetric
    case 'points':
      return CustomMetric
    case 'human':
      return ProcessType.manual
    case 'callback':
      return 0
  }
}
export const processOf = (content: EvaluatorContent, number: number): number =>
  content.kind === 'callback' ? ProcessType.callback : (builtinType(number)?.process ?? ProcessType.prompt)

export const resultTypeOf = (content: EvaluatorContent): number =>
  content.kind === 'human' || content.kind === 'points' ? content.result : ResultType.score

/** The content of a rule, in the property for its process type. */
export function partsOf(content: EvaluatorContent, process: number): Partial<ShownRule> {
  switch (content.kind) {
    case 'judge': {
      const ModelInfo = { model_id: content.model_id ?? '0' }
      const temperature = content.temperature ?? 0
      if (process === ProcessType.template) return { buildin_prompt_rule: { contents: [], ModelInfo } }
      if (process === ProcessType.promptVersion && content.prompt_ref)
        return {
          fornax_prompt_rule: { prompt_id: content.prompt_ref.id, version: content.prompt_ref.version, ModelInfo },
        }
      if (process === ProcessType.modelPrompt)
        return { coze_prompt_rule: { model_info: { ...ModelInfo, temperature }, prompt: content.prompt } }
      if (process === ProcessType.spec) return { spec_test_rule: { content: '' } }
      const setting = { model_version: '', temperature, respose_max_length: '0' }
      return { prompt_rule: { setting, content: content.prompt, ModelInfo } }
    }
    case 'code':
      return content.language === 'python'
        ? { python_rule: { code: content.code } }
        : { js_rule: { code: content.code } }
    case 'rule':
      return { buildin_func_rule: { contents: content.contents } }
    case 'similarity':
    case 'trajectory':
      return { spec_test_rule: { content: '' } }
    case 'spec':
      return { spec_test_rule: { content: content.content } }
    case 'metric':
      return process === ProcessType.spec
        ? { spec_test_rule: { content: String(content.worst) } }
        : { custom_metrics: { data_type: ResultType.value, value_type: 0 } }
    case 'points':
      return { custom_metrics: { data_type: content.result, value_type: 0 } }
    case 'callback':
      return { custom_callback: { content: content.content } }
    case 'human':
      return {
        manual_rule: {
          data_type: content.result,
          ...(content.scale && { scope: { min_score: content.scale.min, max_score: content.scale.max } }),
          options: content.options,
        },
      }
  }
}
export function showRule({ member, evaluator, content }: FoundMember): ShownRule {
  const number = member.wireType || numberOf(content)
  const process = processOf(content, number)
  return {
    rule_id: member.id,
    evaluator_type: number,
    process_type: process,
    evaluator_type_name: builtinType(number)?.name ?? evaluator.name,
    weight: member.weight,
    creator_id: member.createdBy,
    name: evaluator.name,
    granularity: member.granularity,
    receive_chat_history: false,
    data_type: resultTypeOf(content),
    ...partsOf(content, process),
  }
}
