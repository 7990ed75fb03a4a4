import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int } from '#shared/fields.ts'

const featureName = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_.-]{0,63}$/i)
const spaceHint = { space_id: idOrNone() }
const inSpace = { on: 'space', id: 'space_id', can: 'view', optional: true } as const
const gray = z.object({ gray: z.boolean() })

/** Features that can be rolled out to some spaces first. Each is checked where it starts. */
export const workflowFeatureNames = ['build_with_model', 'table_jobs'] as const

/** New features of the workflow editor and of runs, rolled out to a share of the spaces first. */
export const workflowFeature = {
  list: op(['POST /api/workflow_api/gray_feature', 'POST /api/workflowV2/gray_feature'], {
    summary: 'List new workflow features and which of them a space has',
    summaryZh: '列出工作流新功能及空间已开启的功能',
    access: inSpace,
    reply: 'flat',
    input: () => z.object(spaceHint),
    output: () => z.object({ data: z.array(z.object({ feature: z.string(), in_gray: z.boolean() })) }),
  }),
  codeMigrate: op('POST /api/workflow_api/get_code_migrate_gray', {
    summary: 'Check whether code nodes of a space use the new sandbox',
    summaryZh: '检查空间的代码节点是否使用新沙箱',
    access: inSpace,
    reply: 'flat',
    input: () => z.object(spaceHint),
    output: gray,
  }),
  flowlang: op('POST /api/workflow_api/get_flowlang_gray', {
    summary: 'Check whether a space edits workflows as text',
    summaryZh: '检查空间是否以文本编辑工作流',
    access: inSpace,
    reply: 'flat',
    input: () => z.object(spaceHint),
    output: gray,
  }),
  region: op('POST /api/workflow_api/region_gray', {
    summary: 'Check whether a feature is available to you',
    summaryZh: '检查某功能是否对你开放',
    reply: 'flat',
    input: () => z.object({ feature_key: featureName }),
    output: () => z.object({ allow: z.boolean() }),
  }),
  rules: op('GET /api/workflow_api/gray_feature/rules', {
    summary: 'List the rollout of each feature',
    summaryZh: '列出各功能的开放范围',
    access: 'instance',
    output: () =>
      z.object({
        rules: z.array(z.object({ feature: z.string(), percent: z.number(), space_ids: z.array(z.string()) })),
      }),
  }),
  setRule: op('POST /api/workflow_api/gray_feature/set', {
    summary: 'Set the rollout of a feature',
    summaryZh: '设置功能的开放范围',
    access: 'instance',
    input: () =>
      z.object({
        feature: z.enum(workflowFeatureNames),
        percent: int().pipe(z.int().min(0).max(100)),
        space_ids: z.array(id()).max(1000).default([]),
      }),
  }),
}
