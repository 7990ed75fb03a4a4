import { z } from 'zod'
import { op } from '#kit.ts'
import { id, int } from '#shared/fields.ts'
import { mayCreate, mayView } from './shapes.ts'
import { flat } from './v1-shapes.ts'

const s = z.string()
const ofTask = { case_id: id(), task_id: id(), space_id: id() }
/** 0 not started, 1 running, 2 done, 3 failed. */
const status = z.literal([0, 1, 2, 3])

/** Results as a table in which people enter scores: a table of the space, or one on Lark. */
export const evaluationTable = {
  push: op('POST /api/evaluation/v1/case/{case_id}/task/{task_id}/export_bitable', {
    summary: 'Write the rows of an experiment to a table with empty columns for scores',
    summaryZh: '将任务结果导出为表格，供人工打分',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofTask,
        /** How many people score each row, each in a separate column. */
        manual_scoring_user_num: int().min(1).max(5).default(1),
        /** Defaults to Lark if the space has an app there, otherwise to a table of the space. */
        destination: z.enum(['space', 'lark']).optional(),
      }),
  }),
  pull: op('POST /api/evaluation/v1/case/{case_id}/task/{task_id}/import_bitable', {
    summary: 'Read the scores that people put into the table of an experiment',
    summaryZh: '从表格读回人工打分',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofTask),
  }),
  state: op('GET /api/evaluation/v1/case/{case_id}/task/{task_id}/bitable', {
    summary: 'See where the table of an experiment is, and how writing and reading went',
    summaryZh: '查看任务表格的位置与导出、导入状态',
    access: mayView,
    ...flat,
    input: () => z.object(ofTask),
    output: () =>
      z.object({
        app_token: s,
        url: s,
        export_status: status,
        import_status: status,
        destination: z.enum(['', 'space', 'lark']),
        /** Whether the space has an app on Lark. */
        has_lark: z.boolean(),
        /** The last error. */
        problem: s,
        /** Number of scores imported by the last read. */
        imported: z.number(),
      }),
  }),
}
