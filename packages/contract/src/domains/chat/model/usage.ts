import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'
import { sourcesOfUse } from '#shared/use-sources.ts'

const figures = {
  calls: z.number(),
  failed: z.number(),
  tokens_in: z.number(),
  tokens_out: z.number(),
  /** In the currency of the instance. */
  cost: z.number(),
}
/**
 * Usage of one model, resource or person. The name is empty if it was deleted, or if the studio itself made the calls.
 */
const share = z.object({ id: z.string(), name: z.string(), ...figures })
const source = z.enum(sourcesOfUse)

/** Usage of the models of a space: trials in the studio, tasks, and calls from outside. */
export const modelUsage = {
  usage: op('POST /api/space/model/usage', {
    summary: 'Get the model usage of a space by day, model, bot or workflow, and person',
    summaryZh: '按天、模型、智能体或工作流、成员统计空间的模型用量',
    access: { on: 'space', id: 'space_id', can: 'api' },
    input: () =>
      z.object({
        space_id: id(),
        days: z.int().min(1).max(366).default(30),
        /** Only calls from these sources. */
        sources: z.array(source).max(sourcesOfUse.length).optional(),
      }),
    output: () =>
      z.object({
        total: z.object(figures),
        /** Totals of the preceding period of the same length. */
        before: z.object(figures),
        /** By day in UTC, such as 2026-01-31, and by source; days without calls are absent. */
        days: z.array(z.object({ day: z.string(), source, ...figures })),
        models: z.array(share),
        resources: z.array(share.extend({ kind: z.string() })),
        people: z.array(share),
      }),
  }),
}
