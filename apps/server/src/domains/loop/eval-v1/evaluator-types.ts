import type { EvaluatorContent } from '@orrery/contract'
import { textRules } from '@orrery/contract/shared/evaluation-enums'

export const ProcessType = {
  prompt: 1,
  python: 2,
  javascript: 3,
  function: 4,
  template: 5,
  callback: 6,
  manual: 7,
  metric: 8,
  spec: 9,
  promptVersion: 10,
  modelPrompt: 11,
} as const
export interface BuiltinType {
  number: number
  process: number
  name: string
  tip: string
  tipZh: string
  sample?: string
  isPositive?: boolean
  modal?: string
}
const FIRST_RULE = 10_000
const ruleWords: Record<(typeof textRules)[number], [string, string]> = {
  equals: ['equals', '等于'],
  contains: ['contains', '包含'],
  icontains: ['contains, whatever the case', '包含（忽略大小写）'],
  regex: ['matches the regular expression', '匹配正则表达式'],
  starts_with: ['starts with', '开头为'],
  contains_any: ['contains one of', '包含任一'],
  contains_all: ['contains all of', '包含全部'],
  icontains_any: ['contains one of, whatever the case', '包含任一（忽略大小写）'],
  icontains_all: ['contains all of, whatever the case', '包含全部（忽略大小写）'],
  is_json: ['is JSON', '是 JSON'],
  contains_json: ['contains JSON', '包含 JSON'],
  is_json_object: ['is a JSON object', '是 JSON 对象'],
}
const rules: BuiltinType[] = textRules.flatMap((rule, at) => {
  const [en, zh] = ruleWords[rule]
  const of = (isNegated: boolean) => ({
    number: FIRST_RULE + 2 * at + Number(isNegated),
    process: ProcessType.function,
    name: `${isNegated ? 'not_' : ''}${rule}`,
    tip: `Whether the output ${isNegated ? 'does not meet: ' : ''}${en}`,
    tipZh: `输出是否${isNegated ? '不满足：' : ''}${zh}`,
    sample: rule === 'regex' ? '^\\d+$' : rule.includes('json') ? '' : '{{reference_output}}',
  })
  return [of(false), of(true)]
})
/** Ordered by their numbers, which start at 20001. */
const templates = [
  'conciseness',
  'relevance',
  'harmfulness',
  'maliciousness',
  'helpfulness',
  'controversiality',
  'misogyny',
  'criminality',
  'insensitivity',
  'depth',
  'creativity',
  'detail',
  'correctness',
]
const judges: BuiltinType[] = templates.map((name, at) => ({
  number: 20_001 + at,
  process: ProcessType.template,
  name,
  tip: `A model judges the ${name} of the output`,
  tipZh: `由模型评判输出的 ${name}`,
}))
const scale = { min: 0, max: 1, higher_is_better: true }
const asked = (question: string) =>
  [
    'You judge the answer of an assistant by one question only:',
    question,
    'Give 1 when this is fully so, 0 when it is not so at all, and numbers between for what lies between.',
    '',
    'Question asked: {{input}}',
    'Answer: {{output}}',
  ].join('\n')
const judge = (question: string): EvaluatorContent => ({
  kind: 'judge',
  model_id: undefined,
  prompt: asked(question),
  scale,
})

interface SpecType {
  name: string
  tip: string
  tipZh: string
  make(content: string): EvaluatorContent
  needsPicture?: boolean
}
const calls = (check: 'tools' | 'parameters' | 'order', tip: string, tipZh: string, name: string): SpecType => ({
  name,
  tip,
  tipZh,
  make: () => ({ kind: 'trajectory', check }),
})
const right = ['The right tools are called', '调用了正确的工具'] as const
const withParameters = ['The right tools are called with the right parameters', '以正确的参数调用了正确的工具'] as const
const specs: Record<number, SpecType> = {
  20014: {
    name: 'language_consistency',
    tip: 'The answer is in the script of the question',
    tipZh: '回答与提问使用同一种文字',
    make: (content) => ({ kind: 'spec', check: 'language', content }),
  },
  20015: {
    name: 'response_denial',
    tip: 'The answer does not decline',
    tipZh: '回答没有拒绝',
    make: (content) => ({ kind: 'spec', check: 'refusal', content }),
  },
  20016: {
    name: 'content_authenticity',
    tip: 'A model judges whether what is said is true',
    tipZh: '由模型评判内容是否真实',
    make: () => judge('Is everything in the answer true, with nothing invented?'),
  },
  20017: {
    name: 'content_accuracy',
    tip: 'A model judges whether the answer is accurate',
    tipZh: '由模型评判回答是否准确',
    make: () => judge('Is the answer accurate in what the question asks for?'),
  },
  20018: {
    name: 'need_fulfillment',
    tip: 'A model judges whether the need behind the question is met',
    tipZh: '由模型评判是否满足用户需求',
    make: () => judge('Does the answer meet the need behind the question?'),
  },
  20019: {
    name: 'response_timeliness',
    tip: 'How long the answer took; the content is the longest time in milliseconds',
    tipZh: '回答耗时，content 为最长毫秒数',
    make: (content) => ({ kind: 'metric', metric: 'latency_ms', worst: positive(content, 60_000) }),
  },
  20020: {
    name: 'response_redundancy',
    tip: 'The answer does not repeat itself',
    tipZh: '回答没有重复内容',
    make: (content) => ({ kind: 'spec', check: 'redundancy', content }),
  },
  20021: {
    name: 'character_consistency',
    tip: 'A model judges whether the answer stays in character',
    tipZh: '由模型评判回答是否符合人设',
    make: () => judge('Does the answer keep to the character that the assistant plays?'),
  },
  20022: {
    name: 'anthropomorphism',
    tip: 'A model judges whether the answer sounds like a person',
    tipZh: '由模型评判回答的拟人程度',
    make: () => judge('Does the answer sound as a person would speak?'),
  },
  20023: {
    name: 'similarity_to_input',
    tip: 'How many words the output shares with the input',
    tipZh: '输出与输入的相似度',
    make: () => ({ kind: 'similarity', metric: 'token_f1' }),
  },
  20024: {
    name: 'similarity_to_reference',
    tip: 'How many words the output shares with the reference',
    tipZh: '输出与参考答案的相似度',
    make: () => ({ kind: 'similarity', metric: 'token_f1' }),
  },
  20025: picture('image_consistency', 'Whether a picture shows what was asked for', '图片是否符合描述'),
  20026: picture('image_aesthetics', 'Whether a picture is well made', '图片美观程度'),
  20027: {
    name: 'response_completeness',
    tip: 'A model judges whether the answer is complete',
    tipZh: '由模型评判回答是否完整',
    make: () => judge('Does the answer cover everything that the question asks for?'),
  },
  20028: picture('image_completeness', 'Whether a picture shows everything that was asked for', '图片内容是否完整'),
  20029: {
    name: 'code_generation',
    tip: 'A model judges the code in the answer',
    tipZh: '由模型评判回答中的代码',
    make: () => judge('Is the code in the answer correct, and does it do what was asked for?'),
  },
  20030: calls('tools', ...right, 'plugin_calls'),
  20031: calls('parameters', ...withParameters, 'plugin_parameters'),
  20032: calls('tools', ...right, 'workflow_calls'),
  20033: calls('parameters', ...withParameters, 'workflow_parameters'),
  20034: calls('tools', ...right, 'trigger_calls'),
  20035: calls('parameters', ...withParameters, 'trigger_parameters'),
  20036: calls('order', 'The tools are called in the right order', '工具调用顺序正确', 'order_of_calls'),
  20200: {
    name: 'prompt_leak',
    tip: 'The output does not repeat the persona',
    tipZh: '输出没有泄露人设提示词',
    make: (content) => ({ kind: 'spec', check: 'persona_leak', content }),
  },
}
function picture(name: string, tip: string, tipZh: string): SpecType {
  return {
    name,
    tip: `${tip}. It needs a model that sees pictures`,
    tipZh: `${tipZh}，需要视觉模型`,
    make: () => judge(`${tip}?`),
    needsPicture: true,
  }
}
function positive(text: string, otherwise: number): number {
  const given = Number(text)
  return text.trim() && Number.isFinite(given) && given > 0 ? given : otherwise
}
export const DefaultMetric = 30_001
export const CustomMetric = 30_002
const others: BuiltinType[] = [
  [ProcessType.prompt, 'prompt', 'A model judges by a prompt of your own', '由模型按自定义提示词评判'],
  [ProcessType.python, 'python_code', 'Python code gives the score', '由 Python 代码评分'],
  [ProcessType.javascript, 'js_code', 'JavaScript code gives the score', '由 JavaScript 代码评分'],
  [ProcessType.manual, 'manual', 'A person gives the score', '由人工评分'],
  [ProcessType.promptVersion, 'prompt_version', 'A model judges by a prompt of the space', '由模型按空间的提示词评判'],
  [ProcessType.modelPrompt, 'model_prompt', 'A model that you choose judges by a prompt', '由指定模型按提示词评判'],
].map(([process, name, tip, tipZh]) => ({ number: process as number, process, name, tip, tipZh }) as BuiltinType)
const metrics: BuiltinType[] = [
  {
    number: DefaultMetric,
    process: ProcessType.metric,
    name: 'default_metric',
    tip: 'How long a run took',
    tipZh: '运行耗时',
    isPositive: false,
  },
  {
    number: CustomMetric,
    process: ProcessType.metric,
    name: 'custom_metric',
    tip: 'Points that a program posts',
    tipZh: '由程序上报的指标',
  },
]
export const builtinTypes: BuiltinType[] = [
  ...others,
  ...rules,
  ...judges,
  ...Object.entries(specs).map(([number, { name, tip, tipZh, needsPicture }]) => ({
    number: Number(number),
    process: ProcessType.spec,
    name,
    tip,
    tipZh,
    ...(needsPicture && { modal: 'image' }),
  })),
  ...metrics,
]
const byNumber = new Map(builtinTypes.map((one) => [one.number, one]))
export const builtinType = (number: number): BuiltinType | undefined => byNumber.get(number)

export const specContent = (number: number, content: string): EvaluatorContent | undefined =>
  specs[number]?.make(content)
export const templateKey = (number: number): string | undefined => templates[number - 20_001]
export const templateNumber = (key: string): number | undefined => {
  const at = templates.indexOf(key)
  return at < 0 ? undefined : 20_001 + at
}
export function ruleOf(number: number): { rule: (typeof textRules)[number]; isNegated: boolean } | undefined {
  const rule = textRules[Math.floor((number - FIRST_RULE) / 2)]
  return rule && { rule, isNegated: number % 2 === 1 }
}
export const ruleNumber = (rule: (typeof textRules)[number], isNegated: boolean): number =>
  FIRST_RULE + 2 * textRules.indexOf(rule) + Number(isNegated)
