import { z } from 'zod'
import { op } from '#kit.ts'
import { TRIGGER_LIMITS } from '#shared/triggers.ts'

const key = z.string().min(1).max(100)
/** Made up by the page, so that a form that is sent twice counts once, and known to nobody else. */
const submission = z.uuid({ error: 'must be a UUID' })
const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string(),
  kind: z.enum(['string', 'integer', 'number', 'boolean', 'time', 'file', 'files', 'json']),
  required: z.boolean(),
  fallback: z.string(),
})
export type FormField = z.infer<typeof fieldSchema>

/** Forms that start a workflow, as the people see them who fill them in. */
export const workflowForm = {
  get: op('GET /api/workflow_form/{key}', {
    summary: 'Get a form that starts a workflow',
    summaryZh: '获取启动工作流的表单',
    access: 'public',
    limit: { by: 'address', max: 120, seconds: 60 },
    input: () => z.object({ key }),
    output: () =>
      z.object({
        title: z.string(),
        text: z.string(),
        button: z.string(),
        after: z.enum(['message', 'result']),
        fields: z.array(fieldSchema),
      }),
  }),
  submit: op('POST /api/workflow_form/{key}', {
    summary: 'Submit a form and run the workflow',
    summaryZh: '提交表单并运行工作流',
    access: 'public',
    bodyLimit: TRIGGER_LIMITS.formBytes,
    limit: { by: 'address', max: 30, seconds: 60 },
    input: () =>
      z.object({
        submission,
        key,
        values: z.record(z.string().max(200), z.string().max(200_000)).default({}),
      }),
    output: () => z.object({ after: z.enum(['message', 'result']), message: z.string() }),
  }),
  result: op('GET /api/workflow_form/{key}/result', {
    summary: 'Get the result of a submitted form',
    summaryZh: '获取表单提交后的结果',
    access: 'public',
    limit: { by: 'address', max: 300, seconds: 60 },
    input: () => z.object({ submission, key }),
    output: () => z.object({ status: z.enum(['running', 'done', 'failed']), output: z.string() }),
  }),
  upload: op('POST /api/workflow_form/{key}/file', {
    summary: 'Upload a file for a form field',
    summaryZh: '为表单字段上传文件',
    access: 'public',
    body: 'form',
    bodyLimit: TRIGGER_LIMITS.fileBytes + 100_000,
    limit: { by: 'address', max: 20, seconds: 60 },
    input: () => z.object({ key, file: z.instanceof(Blob, { message: 'must be a file' }) }),
    output: () => z.object({ uri: z.string(), url: z.string(), name: z.string() }),
  }),
}
