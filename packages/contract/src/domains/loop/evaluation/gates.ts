import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'

const s = z.string()
const n = z.number()
const gateShape = z.object({
  bot_id: s,
  plan_id: s,
  plan_name: s,
  least_share: n,
  /** `never`: not run on this draft. */
  state: z.enum(['passed', 'failed', 'running', 'never']),
  experiment_id: s,
  /** The share of rows that pass; present once the run has finished. */
  share: n.optional(),
  failing_rows: z.array(z.object({ item_id: s, index: n, score: n.optional(), text: s })),
})
export type ShownGate = z.input<typeof gateShape>

/** Plans that must pass before a bot can be published. */
export const evaluationGate = {
  get: op('GET /api/evaluation/v2/gate/{bot_id}', {
    summary: 'See which plan a bot has to pass before it is published, and how it stands',
    summaryZh: '查看智能体发布前须通过的评测计划及结果',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ bot_id: id() }),
    output: () => z.object({ gate: gateShape.optional() }),
  }),
  set: op('PUT /api/evaluation/v2/gate/{bot_id}', {
    summary: 'Require that a plan passes before a bot is published, or require none',
    summaryZh: '设置或取消智能体发布前须通过的评测计划',
    access: { on: 'bot', id: 'bot_id', can: 'publish' },
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        /** Omitted: removes the requirement. */
        plan_id: idOrNone(),
        least_share: z.number().min(0).max(1).default(1),
      }),
    output: () => z.object({ gate: gateShape.optional() }),
  }),
  run: op('POST /api/evaluation/v2/gate/{bot_id}/run', {
    summary: 'Run the plan that a bot has to pass, on its draft',
    summaryZh: '在草稿上运行发布前须通过的评测计划',
    access: { on: 'bot', id: 'bot_id', can: 'publish' },
    reply: 'flat',
    input: () => z.object({ bot_id: id() }),
    output: () => z.object({ experiment_id: s }),
  }),
}
