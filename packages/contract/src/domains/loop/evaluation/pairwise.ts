import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, text } from '#shared/fields.ts'
import { mayCreate, mayView } from './shapes.ts'

const s = z.string()
const n = z.number()
const flat = { reply: 'flat' } as const
const shape = z.object({
  id: s,
  experiment_ids: z.array(s),
  question: s,
  model_id: s,
  state: z.enum(['waiting', 'running', 'done', 'stopped']),
  problem: s,
  rows: n,
  judged: n,
  failed: n,
  /** Rows that the second experiment wins or loses; a tie if the judge sees one or the two orders disagree. */
  wins: n,
  losses: n,
  ties: n,
  /** The share of decided rows that the second experiment wins. */
  win_rate: n.optional(),
  interval: z.object({ low: n, high: n }).optional(),
  /** The probability that chance alone would give one side at least as many rows. */
  p: n.optional(),
  /** The share of rows on which the judge's verdict changed with the order. */
  contradictions: n.optional(),
  is_offline: z.boolean(),
  cost: n,
  results: z.array(
    z.object({ item_id: s, index: n, winner: z.enum(['first', 'second', 'tie', 'none']), reason: s, error: s }),
  ),
})
export type ShownPairwise = z.input<typeof shape>

/** A judge decides row by row which of two outputs is better; each row is judged in both orders. */
export const pairwise = {
  start: op('POST /api/evaluation/v2/experiment/pairwise', {
    summary: 'Have a model compare the outputs of two experiments row by row, in both orders',
    summaryZh: '由模型逐行比较两个实验的输出，正反顺序各一次',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        /** The first one is the baseline. */
        experiment_ids: z.array(id()).length(2),
        question: text(2000).default(''),
        model_id: idOrNone(),
      }),
    output: () => z.object({ pairwise: shape }),
  }),
  get: op('GET /api/evaluation/v2/experiment/pairwise/{pairwise_id}', {
    summary: 'See how a comparison in pairs stands',
    summaryZh: '查看成对比较的结果',
    access: mayView,
    ...flat,
    input: () => z.object({ pairwise_id: id(), space_id: id() }),
    output: () => z.object({ pairwise: shape }),
  }),
  last: op('GET /api/evaluation/v2/experiment/{first_id}/pairwise/{second_id}', {
    summary: 'See the newest comparison in pairs of two experiments',
    summaryZh: '查看两个实验最近的成对比较',
    access: mayView,
    ...flat,
    input: () => z.object({ first_id: id(), second_id: id(), space_id: id() }),
    output: () => z.object({ pairwise: shape.optional() }),
  }),
}
