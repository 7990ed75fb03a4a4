import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, int, pageSize } from '#shared/fields.ts'
import { onWorkflow, spaceIdHint } from './shapes.ts'

const tokenAndCost = z.object({
  inputTokens: z.string(),
  inputCost: z.string(),
  outputTokens: z.string(),
  outputCost: z.string(),
  totalTokens: z.string(),
  totalCost: z.string(),
})
const nodeResultSchema = z.object({
  nodeId: z.string(),
  NodeType: z.string(),
  NodeName: z.string(),
  nodeStatus: z.number(),
  errorInfo: z.string(),
  errorLevel: z.string(),
  input: z.string(),
  output: z.string(),
  raw_output: z.string().optional(),
  nodeExeCost: z.string(),
  tokenAndCost,
  index: z.number().optional(),
  items: z.string().optional(),
  isBatch: z.boolean(),
  batch: z.string().optional(),
  extra: z.string(),
  executeId: z.string(),
  subExecuteId: z.string().optional(),
})
export type NodeResult = z.infer<typeof nodeResultSchema>
const nodeEvent = z.object({
  id: z.string(),
  type: z.number(),
  node_title: z.string(),
  data: z.string(),
  node_icon: z.string(),
  node_id: z.string(),
  schema_node_id: z.string(),
})
export const processSchema = z.object({
  workFlowId: z.string(),
  executeId: z.string(),
  executeStatus: z.number(),
  nodeResults: z.array(nodeResultSchema),
  rate: z.string(),
  exeHistoryStatus: z.number(),
  workflowExeCost: z.string(),
  tokenAndCost,
  reason: z.string(),
  lastNodeID: z.string(),
  logID: z.string(),
  nodeEvents: z.array(nodeEvent),
  projectId: z.string(),
})
export type RunProcess = z.infer<typeof processSchema>

/** The editor sends the values of test runs as text; programs may send any type. */
const inputs = z.record(z.string().max(200), z.unknown()).default({})
const started = z.object({ workflow_id: z.string(), execute_id: z.string(), session_id: z.string() })
const runSummary = z.object({
  execute_id: z.string(),
  workflow_id: z.string(),
  status: z.number(),
  kind: z.number(),
  run_mode: z.number(),
  version: z.string(),
  user_id: z.string(),
  input: z.string(),
  output: z.string(),
  is_trimmed: z.boolean(),
  error_code: z.number(),
  error: z.string(),
  tokens: z.number(),
  create_time: z.number(),
  update_time: z.number(),
  /** Until the end of the run, or until now while it is running. */
  duration_ms: z.number(),
  log_id: z.string(),
})
const where = { workflow_id: id(), space_id: spaceIdHint }
const caseSchema = z.object({
  case_id: z.string(),
  workflow_id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.string()),
  expected: z.string(),
  is_default: z.boolean(),
  last_execute_id: z.string(),
  last_passed: z.boolean().nullable(),
  update_time: z.number(),
})
const caseResult = z.object({
  case_id: z.string(),
  execute_id: z.string(),
  passed: z.boolean(),
  status: z.number(),
  output: z.string(),
  reason: z.string(),
})

/** Test runs of a workflow, and the records of all its runs. */
export const workflowRun = {
  test: op(['POST /api/workflow_api/test_run', 'POST /api/workflow_api/old_testRun', 'POST /api/workflowV2/testRun'], {
    summary: 'Run the draft of a workflow',
    summaryZh: '试运行工作流草稿',
    access: onWorkflow('testRunWorkflow'),
    input: () =>
      z.object({
        ...where,
        input: inputs,
        bot_id: idOrNone(),
        project_id: idOrNone(),
        /** Run an earlier saved or submitted state instead of the draft. */
        commit_id: idOrNone(),
        submit_commit_id: idOrNone(),
        /** Outputs, by node id, that are used instead of running these nodes. */
        pinned: z.record(z.string().max(50), z.record(z.string(), z.unknown())).optional(),
        /** Also uses the pinned outputs stored with the workflow. */
        use_pins: bool().default(false),
      }),
    output: started,
  }),
  process: op(['GET /api/workflow_api/get_process', 'GET /api/workflowV2/get_process'], {
    summary: 'Get the status of a run by node',
    summaryZh: '按节点获取运行状态',
    access: onWorkflow('view'),
    input: () =>
      z.object({
        ...where,
        execute_id: idOrNone(),
        sub_execute_id: z.string().max(500).optional(),
        log_id: z.string().max(100).optional(),
        node_id: z.string().max(50).optional(),
      }),
    output: processSchema,
  }),
  resume: op('POST /api/workflow_api/test_resume', {
    summary: 'Answer the question of a run',
    summaryZh: '回答运行中的提问',
    access: onWorkflow('testRunWorkflow'),
    input: () =>
      z.object({
        ...where,
        execute_id: id(),
        event_id: z.string().min(1).max(200),
        data: z.string().max(1_000_000),
      }),
  }),
  cancel: op(['POST /api/workflow_api/cancel', 'POST /api/workflowV2/cancel'], {
    summary: 'Stop a run',
    summaryZh: '停止运行',
    access: { on: 'run', id: 'execute_id', can: 'testRunWorkflow' },
    input: () =>
      z.object({
        execute_id: id(),
        space_id: spaceIdHint,
        workflow_id: idOrNone(),
      }),
  }),
  debugNode: op(['POST /api/workflow_api/nodeDebug', 'POST /api/workflowV2/nodeDebug'], {
    summary: 'Run a single node with given inputs',
    summaryZh: '用指定输入运行单个节点',
    access: onWorkflow('testRunWorkflow'),
    input: () =>
      z.object({
        ...where,
        node_id: z.string().min(1).max(50),
        input: inputs,
        batch: inputs,
        setting: inputs,
        bot_id: idOrNone(),
        project_id: idOrNone(),
      }),
    output: () => started.extend({ node_id: z.string() }),
  }),
  again: op('POST /api/workflow_api/rerun', {
    summary: 'Rerun from a node with the recorded outputs of earlier nodes',
    summaryZh: '沿用前面节点的结果，从指定节点重新运行',
    access: onWorkflow('testRunWorkflow'),
    input: () =>
      z.object({
        ...where,
        execute_id: id(),
        node_id: z.string().min(1).max(50),
        input: z.record(z.string(), z.unknown()).optional(),
        pinned: z.record(z.string().max(50), z.record(z.string(), z.unknown())).default({}),
        bot_id: idOrNone(),
        project_id: idOrNone(),
        /** The canvas to run: the current one, or the one that was recorded with the run. */
        canvas: z.enum(['current', 'recorded']).default('current'),
      }),
    output: started,
  }),
  nodeHistory: op('GET /api/workflow_api/get_node_execute_history', {
    summary: 'Get input and output of a node in a run',
    summaryZh: '获取节点在某次运行中的输入输出',
    access: onWorkflow('view'),
    input: () =>
      z.object({
        ...where,
        execute_id: idOrNone(),
        node_id: z.string().min(1).max(50),
        is_batch: bool().optional(),
        batch_index: int().optional(),
        node_type: z.string().max(50).default(''),
        node_history_scene: int().optional(),
      }),
    output: nodeResultSchema,
  }),
  history: op('POST /api/workflow_api/run_history', {
    summary: 'List the runs of a workflow, newest first',
    summaryZh: '列出工作流的运行，最新在前',
    access: onWorkflow('view'),
    input: () =>
      z.object({
        ...where,
        status: int().optional(),
        kinds: z.array(int()).max(10).optional(),
        version: z.string().max(50).optional(),
        user_id: idOrNone(),
        start_time: int().optional(),
        end_time: int().optional(),
        cursor: idOrNone(),
        limit: pageSize(20, 100),
      }),
    output: () => z.object({ runs: z.array(runSummary), cursor: z.string(), has_more: z.boolean() }),
  }),
  storeHistory: op('GET /api/workflow_api/store_testrun_history', {
    summary: 'Get a run for someone who may view the workflow',
    summaryZh: '获取运行（供可查看工作流的人使用）',
    access: onWorkflow('view', 'source_workflow_id'),
    input: () => z.object({ source_workflow_id: id(), execute_id: id() }),
    output: processSchema,
  }),
  values: op('POST /api/workflow_api/batch_get_wkprocess_io', {
    summary: 'Get full inputs and outputs of nodes',
    summaryZh: '获取节点的完整输入输出',
    access: onWorkflow('view'),
    reply: 'flat',
    input: () =>
      z.object({
        ...where,
        execute_id: id(),
        node_ids: z.array(z.string().max(50)).max(100).default([]),
      }),
    output: () =>
      z.object({
        data: z.array(z.object({ node_id: z.string(), path: z.string(), input: z.string(), output: z.string() })),
      }),
  }),
  p90: op('POST /api/workflow_api/get_p90', {
    summary: 'Get the 90th percentile of the duration of published runs',
    summaryZh: '获取已发布运行耗时的 P90',
    access: onWorkflow('view'),
    input: () => z.object(where),
    output: () => z.object({ p90_ms: z.number(), runs: z.number() }),
  }),
  retention: op('GET /api/workflow_api/run_retention', {
    summary: 'Get how long runs of a space are kept',
    summaryZh: '获取空间运行记录的保留策略',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id() }),
    output: () => z.object({ days: z.number(), max_bytes: z.number() }),
  }),
  setRetention: op('POST /api/workflow_api/run_retention', {
    summary: 'Set how long runs of a space are kept',
    summaryZh: '设置空间运行记录的保留策略',
    access: { on: 'space', id: 'space_id', can: 'update' },
    input: () =>
      z.object({
        space_id: id(),
        days: int().pipe(z.int().min(1).max(3650)),
        max_bytes: int().pipe(z.int().min(1_000_000)),
      }),
  }),
  cases: op('GET /api/workflow_api/cases', {
    summary: 'List the test cases of a workflow',
    summaryZh: '列出工作流的测试用例',
    access: onWorkflow('view'),
    input: () => z.object(where),
    output: () => z.object({ cases: z.array(caseSchema) }),
  }),
  saveCase: op('POST /api/workflow_api/cases/save', {
    summary: 'Save inputs and expected output as a test case',
    summaryZh: '将输入和期望输出存为测试用例',
    access: onWorkflow('editInfo'),
    input: () =>
      z.object({
        ...where,
        case_id: idOrNone(),
        name: z.string().trim().min(1).max(100),
        input: z.record(z.string().max(200), z.string().max(1_000_000)).default({}),
        expected: z.string().max(1_000_000).default(''),
        is_default: bool().default(false),
      }),
    output: () => z.object({ case_id: z.string() }),
  }),
  deleteCase: op('POST /api/workflow_api/cases/delete', {
    summary: 'Delete a test case',
    summaryZh: '删除测试用例',
    access: onWorkflow('editInfo'),
    input: () => z.object({ ...where, case_id: id() }),
  }),
  runCases: op('POST /api/workflow_api/cases/run', {
    summary: 'Run one or all test cases of a workflow',
    summaryZh: '运行工作流的一个或全部测试用例',
    access: onWorkflow('testRunWorkflow'),
    input: () => z.object({ ...where, case_id: idOrNone(), bot_id: idOrNone(), project_id: idOrNone() }),
    output: () => z.object({ results: z.array(caseResult), passed: z.number(), failed: z.number() }),
  }),
}
