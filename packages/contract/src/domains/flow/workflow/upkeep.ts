import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, pageSize } from '#shared/fields.ts'
import { onWorkflow, spaceIdHint, versionSchema, workflowSchema } from './shapes.ts'

const s = z.string()

/** Named environments in which a state of a workflow can be tried, and the repair of stored workflow data. */
export const workflowUpkeep = {
  environments: op('POST /api/workflow_api/env_list', {
    summary: 'List the environments of a workflow',
    summaryZh: '列出工作流的环境',
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
    summary: 'Delete an environment',
    summaryZh: '删除环境',
    access: onWorkflow('publish'),
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint, env: z.string().min(1).max(50) }),
  }),
  repair: op('POST /api/workflow_api/data_compensation', {
    summary: 'Bring the stored data of a workflow in line with its canvas and versions',
    summaryZh: '使工作流的存储数据与画布和版本一致',
    access: onWorkflow('editInfo'),
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint }),
    output: () => z.object({ workflow: workflowSchema, submit_commit_id: s, draft_commit_id: s }),
  }),
  migrate: op('POST /api/workflowV2/migrate', {
    summary: 'Check or migrate one workflow, a space or all workflows',
    summaryZh: '检查或迁移一个工作流、一个空间或全部工作流',
    reply: 'flat',
    input: () =>
      z.object({
        /** 1 one workflow, 2 one space, 3 all. */
        type: int().pipe(z.literal([1, 2, 3])),
        /** 1 only checks, 2 writes. */
        run_model: int().pipe(z.literal([1, 2])),
        space_id: idOrNone(),
        workflow_id: idOrNone(),
      }),
    output: () => z.object({ data: s, success_id: z.array(s), failed_id: z.array(s) }),
  }),
}
