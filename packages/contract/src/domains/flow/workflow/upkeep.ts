import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, pageSize } from '#shared/fields.ts'
import { onWorkflow, spaceIdHint, versionSchema, workflowSchema } from './shapes.ts'

const s = z.string()

/** Named places where a state of a workflow can be tried, and the repair of what is kept about workflows. */
export const workflowUpkeep = {
  environments: op('POST /api/workflow_api/env_list', {
    summary: 'Environments to which states of a workflow were published',
    access: onWorkflow('view'),
    input: () =>
      z.object({ workflow_id: id(), space_id: spaceIdHint, limit: pageSize(), cursor: s.max(100).optional() }),
    output: () =>
      z.object({
        env_list: z.array(
          z.object({
            env: s,
            desc: s,
            commit_id: s,
            source_commit_id: s,
            create_time: z.number(),
            update_time: z.number(),
            user: versionSchema.shape.user,
          }),
        ),
        cursor: s,
        has_more: z.boolean(),
      }),
  }),
  deleteEnvironment: op('POST /api/workflow_api/delete_env', {
    summary: 'Give up an environment',
    access: onWorkflow('publish'),
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint, env: z.string().min(1).max(50) }),
  }),
  repair: op('POST /api/workflow_api/data_compensation', {
    summary: 'Bring what is kept about a workflow in line with its canvas and its versions',
    access: onWorkflow('editInfo'),
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint }),
    output: () => z.object({ workflow: workflowSchema, submit_commit_id: s, draft_commit_id: s }),
  }),
  migrate: op('POST /api/workflowV2/migrate', {
    summary: 'Check, or bring up to date, one workflow, those of a space, or all',
    reply: 'flat',
    input: () =>
      z.object({
        /** 1 one workflow, 2 a space, 3 all. */
        type: int().pipe(z.literal([1, 2, 3])),
        /** 1 only looks, 2 writes. */
        run_model: int().pipe(z.literal([1, 2])),
        space_id: idOrNone(),
        workflow_id: idOrNone(),
      }),
    output: () => z.object({ data: s, success_id: z.array(s), failed_id: z.array(s) }),
  }),
}
