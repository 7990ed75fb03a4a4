import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name } from '#shared/fields.ts'

const INTENT_LIMITS = { first: 30, second: 30, words: 100 } as const
const s = z.string()
const words = z.array(s.trim().min(1).max(50)).max(INTENT_LIMITS.words).default([])
const intentFields = {
  /** Empty for a new intent. */
  id: s.max(40).default(''),
  name: name(40),
  /** A question that contains one of these words has this intent. */
  words,
}
const intent = z.object({
  ...intentFields,
  children: z.array(z.object(intentFields)).max(INTENT_LIMITS.second).default([]),
})
export type Intent = z.infer<typeof intent>
const taxonomy = {
  intents: z.array(intent).max(INTENT_LIMITS.first),
  /** How the intent of a question is determined: by words alone, or by a model of the space. */
  labeller: z.enum(['words', 'model']),
}

/** Intents of questions to bots, in two levels. */
export const traceIntents = {
  get: op('POST /api/trace/space/intents', {
    summary: 'Get the intents that the questions of a space are sorted by',
    summaryZh: '获取空间的提问意图分类',
    access: { on: 'space', id: 'space_id', can: 'observe' },
    input: () => z.object({ space_id: id() }),
    output: () => z.object({ ...taxonomy, model_id: s, version: z.number(), waiting: z.number() }),
  }),
  save: op('POST /api/trace/space/intents/save', {
    summary: 'Save the intents that the questions of a space are sorted by',
    summaryZh: '保存空间的提问意图分类',
    access: { on: 'space', id: 'space_id', can: 'observe' },
    input: () =>
      z.object({
        space_id: id(),
        ...taxonomy,
        /** A model of the space; defaults to its default model. */
        model_id: idOrNone(),
        /** The version that was edited; a stale one is refused. */
        version: z.int().min(0),
        /** Labels the questions of the last 30 days again. */
        again: z.boolean().default(false),
      }),
    output: () => z.object({ version: z.number() }),
  }),
}
