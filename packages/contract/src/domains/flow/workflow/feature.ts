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

/** Features that can be given to some spaces before others. Each is asked for where it begins. */
export const workflowFeatureNames = ['build_with_model', 'table_jobs'] as const

/** New ways of the workflow editor and its runs, given to a share of the spaces first. */
export const workflowFeature = {
  list: op(['POST /api/workflow_api/gray_feature', 'POST /api/workflowV2/gray_feature'], {
    summary: 'New features of workflows, and which of them a space has',
    access: inSpace,
    reply: 'flat',
    input: () => z.object(spaceHint),
    output: () => z.object({ data: z.array(z.object({ feature: z.string(), in_gray: z.boolean() })) }),
  }),
  codeMigrate: op('POST /api/workflow_api/get_code_migrate_gray', {
    summary: 'Whether code nodes of a space run in the new sandbox',
    access: inSpace,
    reply: 'flat',
    input: () => z.object(spaceHint),
    output: gray,
  }),
  flowlang: op('POST /api/workflow_api/get_flowlang_gray', {
    summary: 'Whether a space edits workflows as text',
    access: inSpace,
    reply: 'flat',
    input: () => z.object(spaceHint),
    output: gray,
  }),
  region: op('POST /api/workflow_api/region_gray', {
    summary: 'Whether this instance offers a feature to the caller',
    reply: 'flat',
    input: () => z.object({ feature_key: featureName }),
    output: () => z.object({ allow: z.boolean() }),
  }),
  rules: op('GET /api/workflow_api/gray_feature/rules', {
    summary: 'How far each feature is given out',
    access: 'instance',
    output: () =>
      z.object({
        rules: z.array(z.object({ feature: z.string(), percent: z.number(), space_ids: z.array(z.string()) })),
      }),
  }),
  setRule: op('POST /api/workflow_api/gray_feature/set', {
    summary: 'Give a feature to a share of the spaces, and to named ones',
    access: 'instance',
    input: () =>
      z.object({
        feature: z.enum(workflowFeatureNames),
        percent: int().pipe(z.int().min(0).max(100)),
        space_ids: z.array(id()).max(1000).default([]),
      }),
  }),
}
