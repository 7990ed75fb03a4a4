import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'
import { spanSchema, traceSchema } from '#domains/chat/trace.ts'
import { schemaText } from './life.ts'
import { onWorkflow, spaceIdHint, validateErrorSchema } from './shapes.ts'
import { edgeChange, nodeChange } from './versions.ts'
import { WORKFLOW_LIMITS } from '#shared/limits.ts'

const where = { workflow_id: id(), space_id: spaceIdHint }
/** One tab of one person; the client makes it up. */
const sessionId = z.string().min(1).max(100)
const editors = z.object({
  editors: z.array(
    z.object({
      session_id: z.string(),
      user_id: z.string(),
      name: z.string(),
      avatar_url: z.string(),
      /** The node whose form is open, or empty. */
      node_id: z.string(),
      self: z.boolean(),
      since: z.number(),
    }),
  ),
})
export type WorkflowEditors = z.infer<typeof editors>

/** Presence on a shared canvas. */
export const workflowEditor = {
  live: op('GET /api/workflow_api/live', {
    summary: 'Receive who else has the workflow open and what they save',
    summaryZh: '接收其他打开工作流的人及其保存内容',
    access: onWorkflow('view'),
    reply: 'stream',
    input: () => z.object({ ...where, session_id: sessionId }),
  }),
  presence: op('POST /api/workflow_api/presence', {
    summary: 'Report that the workflow is open and at which node',
    summaryZh: '上报工作流已打开及所在节点',
    access: onWorkflow('view'),
    input: () => z.object({ ...where, session_id: sessionId, node_id: z.string().max(50).default('') }),
    output: editors,
  }),
  runEvents: op('GET /api/workflow_api/run_events', {
    summary: 'Receive the events of a run, node by node',
    summaryZh: '逐节点接收运行事件',
    access: onWorkflow('view'),
    reply: 'stream',
    input: () => z.object({ ...where, execute_id: id() }),
  }),
  runTrace: op('GET /api/workflow_api/run_trace', {
    summary: 'Get a run as a trace with tokens, cost and time',
    summaryZh: '获取运行的调用链，包含 Token、费用和耗时',
    access: onWorkflow('view'),
    input: () => z.object({ ...where, execute_id: id() }),
    output: () => z.object({ trace: traceSchema.extend({ workflow_id: z.string() }), spans: z.array(spanSchema) }),
  }),
  pins: op('GET /api/workflow_api/pins', {
    summary: 'List pinned node outputs for test runs',
    summaryZh: '列出试运行中固定的节点输出',
    access: onWorkflow('view'),
    input: () => z.object(where),
    output: () =>
      z.object({
        pins: z.array(
          z.object({ node_id: z.string(), output: z.string(), user_id: z.string(), update_time: z.number() }),
        ),
      }),
  }),
  setPin: op('POST /api/workflow_api/pins/set', {
    summary: 'Pin or unpin the output of a node',
    summaryZh: '固定或取消固定节点输出',
    access: onWorkflow('editInfo'),
    bodyLimit: 4_000_000,
    input: () =>
      z.object({
        ...where,
        node_id: z.string().min(1).max(50),
        output: z.string().max(2_000_000).describe('JSON of an object; empty: no longer pinned'),
      }),
  }),
  build: op('POST /api/workflow_api/build', {
    summary: 'Generate or change a canvas from a description; nothing is saved',
    summaryZh: '根据描述生成或修改画布，不会保存',
    access: onWorkflow('editInfo'),
    bodyLimit: 24_000_000,
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        ...where,
        prompt: z.string().trim().min(1).max(WORKFLOW_LIMITS.prompt),
        schema: schemaText().optional().describe('the canvas to start from; without it the saved draft'),
        model_id: idOrNone(),
      }),
    output: () =>
      z.object({
        schema: z.string(),
        summary: z.string(),
        problems: z.array(validateErrorSchema),
        changes: z.object({ nodes: z.array(nodeChange), edges: z.array(edgeChange) }),
      }),
  }),
}
