import { z } from 'zod'
import { flat, onPrompt, promptId } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'

const root = '/api/devops/prompt_platform/v1/prompt/gate'
const score = () => z.number().min(0).max(1)
const gate = () =>
  z.object({
    dataset_id: id(),
    evaluator_version_id: id(),
    /** How far the mean score may be below that of the served version. */
    margin: score().default(0),
    /** The lowest mean score that passes in any case. */
    least: score().default(0),
  })

/** The evaluation that a version must pass before it is served in production. */
export const promptGate = {
  get: op(`POST ${root}/get`, {
    summary: 'Get the evaluation gate of a prompt',
    summaryZh: '获取提示词的评测门禁',
    access: onPrompt('view'),
    ...flat,
    input: () => z.object({ ...promptId() }),
    output: () => z.object({ gate: gate().optional() }),
  }),
  set: op(`POST ${root}/set`, {
    summary: 'Set or remove the evaluation gate of a prompt',
    summaryZh: '设置或移除提示词的评测门禁',
    access: { on: 'space', id: 'space_id', can: 'approveReleases' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        prompt_id: id(),
        /** Omitted: removes the gate. */
        gate: gate().optional(),
      }),
  }),
}
