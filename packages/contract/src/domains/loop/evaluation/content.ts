import { z } from 'zod'
import { AUTOMATION_LIMITS } from '#shared/automation-enums.ts'
import {
  EVALUATION_LIMITS,
  metricNames,
  ResultType,
  similarityMetrics,
  specChecks,
  textRules,
  trajectoryChecks,
} from '#shared/evaluation-enums.ts'
import { id, idOrNone } from '#shared/fields.ts'

const s = z.string()
/** The range of scores, and whether higher or lower is better. */
export const scaleShape = z
  .object({ min: z.number(), max: z.number(), higher_is_better: z.boolean().default(true) })
  .refine(({ min, max }) => min < max, {
    error: 'min must be less than max',
    path: ['min'],
    params: { zh: 'min 必须小于 max' },
  })
const scale = scaleShape.optional()
/** The code defines `evaluate(fields)`, or `exec_evaluation(turn)`. */
const codeContent = z.object({
  kind: z.literal('code'),
  language: z.enum(['javascript', 'python']),
  code: s.min(1).max(AUTOMATION_LIMITS.code),
  inputs: z.array(s.min(1).max(64)).max(EVALUATION_LIMITS.contents).optional(),
  scale,
})
/** A model answers with a score; `{{name}}` stands for a field. */
const judgeContent = z.object({
  kind: z.literal('judge'),
  model_id: idOrNone(),
  prompt: s.min(1).max(AUTOMATION_LIMITS.prompt),
  system: s.max(AUTOMATION_LIMITS.prompt).optional(),
  temperature: z.number().min(0).max(2).optional(),
  template: s.max(64).optional(),
  /** The prompt of the library that the text was copied from. */
  prompt_ref: z.object({ id: s, version: s }).optional(),
  scale,
})
/** A rule that a text does or does not meet. In `contents`, `{{name}}` stands for a field. */
const ruleContent = z.object({
  kind: z.literal('rule'),
  rule: z.enum(textRules),
  is_negated: z.boolean().default(false),
  contents: z.array(s.max(10_000)).max(EVALUATION_LIMITS.contents).default([]),
})
const similarityContent = z.object({ kind: z.literal('similarity'), metric: z.enum(similarityMetrics) })
const trajectoryContent = z.object({ kind: z.literal('trajectory'), check: z.enum(trajectoryChecks) })
/** A measurement of a run: time, tokens, cost, or tool calls. A value of `worst` or more gets the lowest score. */
const metricContent = z.object({
  kind: z.literal('metric'),
  metric: z.enum(metricNames),
  worst: z.number().positive().max(1e12),
})
/** Checks of a text that need no model. */
const specContent = z.object({
  kind: z.literal('spec'),
  check: z.enum(specChecks),
  content: s.max(10_000).default(''),
})
/** An external program, registered by the space, gives the score. */
const callbackContent = z.object({
  kind: z.literal('callback'),
  type_id: id(),
  content: s.max(AUTOMATION_LIMITS.prompt).default(''),
})
/** A person gives the score, a number, an option or a text. */
const humanContent = z.object({
  kind: z.literal('human'),
  result: z.literal(Object.values(ResultType)).default(ResultType.score),
  options: z
    .array(z.object({ name: s.min(1).max(100), color: s.max(32).optional() }))
    .max(EVALUATION_LIMITS.contents)
    .default([]),
  scale,
})
/** Points that a program posts during or after its run. */
const pointsContent = z.object({
  kind: z.literal('points'),
  metric: s.min(1).max(64),
  result: z.literal(Object.values(ResultType)).default(ResultType.value),
})
const builtins = [
  ruleContent,
  similarityContent,
  trajectoryContent,
  metricContent,
  specContent,
  callbackContent,
  humanContent,
  pointsContent,
] as const

export const builtinContent = z.discriminatedUnion('kind', builtins)
export const evaluatorContent = z.discriminatedUnion('kind', [codeContent, judgeContent, ...builtins])
export type EvaluatorContent = z.infer<typeof evaluatorContent>
export type Scale = z.infer<typeof scaleShape>
