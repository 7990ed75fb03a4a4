import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name } from '#shared/fields.ts'

const INTENT_LIMITS = { first: 30, second: 30, words: 100 } as const
const s = z.string()
const words = z.array(s.trim().min(1).max(50)).max(INTENT_LIMITS.words).default([])
const own = {
  /** Empty: it is new. */
  id: s.max(40).default(''),
  name: name(40),
  /** A question that has one of these is about it. */
  words,
}
const intent = z.object({ ...own, children: z.array(z.object(own)).max(INTENT_LIMITS.second).default([]) })
export type Intent = z.infer<typeof intent>
const taxonomy = {
  intents: z.array(intent).max(INTENT_LIMITS.first),
  /** Who tells what a question is about: words alone, or a model of the space. */
  labeller: z.enum(['words', 'model']),
}

/** What people want from bots, in two levels. */
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
        /** Of the space; its default model without one. */
        model_id: idOrNone(),
        /** Of what was edited; a stale one is refused. */
        version: z.int().min(0),
        /** Questions of the last 30 days are sorted again. */
        again: z.boolean().default(false),
      }),
    output: () => z.object({ version: z.number() }),
  }),
}
