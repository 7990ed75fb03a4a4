import { z } from 'zod'
import { AUTOMATION_LIMITS } from '#shared/automation-enums.ts'
import { EVALUATION_LIMITS, similarityMetrics, textRules, trajectoryChecks } from '#shared/evaluation-enums.ts'
import { idOrNone } from '#shared/fields.ts'

const s = z.string()
/** Between which numbers scores lie, and which end is the good one. */
export const scaleShape = z
  .object({ min: z.number(), max: z.number(), higher_is_better: z.boolean().default(true) })
  .refine(({ min, max }) => min < max, {
    error: 'min must be less than max',
    path: ['min'],
    params: { zh: 'min 必须小于 max' },
  })
const scale = scaleShape.optional()
/** Code defines `evaluate(fields)`, or `exec_evaluation(turn)`. */
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
  scale,
})
/** A rule that a text meets or not. `{{name}}` in what it is compared with stands for a field. */
const ruleContent = z.object({
  kind: z.literal('rule'),
  rule: z.enum(textRules),
  is_negated: z.boolean().default(false),
  contents: z.array(s.max(10_000)).max(EVALUATION_LIMITS.contents).default([]),
})
const similarityContent = z.object({ kind: z.literal('similarity'), metric: z.enum(similarityMetrics) })
const trajectoryContent = z.object({ kind: z.literal('trajectory'), check: z.enum(trajectoryChecks) })

export const builtinContent = z.discriminatedUnion('kind', [ruleContent, similarityContent, trajectoryContent])
export const evaluatorContent = z.discriminatedUnion('kind', [
  codeContent,
  judgeContent,
  ruleContent,
  similarityContent,
  trajectoryContent,
])
export type EvaluatorContent = z.infer<typeof evaluatorContent>
export type Scale = z.infer<typeof scaleShape>
