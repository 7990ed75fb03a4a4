import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { processSchema } from './run.ts'
import { onWorkflow, spaceIdHint } from './shapes.ts'
import { WORKFLOW_LIMITS } from '#shared/limits.ts'

const n = z.number()
const s = z.string()
const nodeId = z.string().min(1).max(50)
const layout = z.object({ x: n.default(0), y: n.default(0) })
const loose = z.looseObject({})
const node = z.object({
  workflow_id: s,
  node_id: s,
  node_name: s,
  node_type: n,
  node_param: z.record(s, z.unknown()),
  lay_out: layout,
  desc: z.object({ desc: s, name: s, icon_url: s, support_batch: n, link_limit: n }),
  depends_on: z.array(s),
  open_api: z.object({ input_list: z.array(loose), output_list: z.array(loose) }),
})
export type LegacyNode = z.infer<typeof node>
const nodeList = z.object({ node_list: z.array(node) })
const where = { workflow_id: id(), space_id: spaceIdHint }
const editAccess = onWorkflow('editInfo')

/** The calls of the first editor, for one node or line at a time. They work on the same draft as all other calls. */
export const workflowLegacy = {
  process: op('GET /api/workflow/get_process', {
    summary: 'Get the status of a run by node (legacy)',
    summaryZh: '按节点获取运行状态（旧版）',
    access: onWorkflow('view', 'workflowId'),
    input: () => z.object({ workflowId: id(), executeId: idOrNone(), space_id: spaceIdHint }),
    output: processSchema,
  }),
  cancel: op('POST /api/workflow/cancel', {
    summary: 'Stop a run (legacy)',
    summaryZh: '停止运行（旧版）',
    access: { on: 'run', id: 'executeId', can: 'testRunWorkflow' },
    input: () => z.object({ executeId: id() }),
  }),
  run: op('POST /api/workflow/run', {
    summary: 'Run the draft of a workflow (legacy)',
    summaryZh: '运行工作流草稿（旧版）',
    access: onWorkflow('testRunWorkflow', 'workflowId'),
    input: () =>
      z.object({
        workflowId: id(),
        input: z.record(z.string().max(200), z.unknown()).default({}),
        space_id: spaceIdHint,
      }),
    output: () => z.object({ workflowId: s, executeId: s }),
  }),
  check: op('POST /api/workflow/wk_execute_pre_check', {
    summary: 'Check whether the draft can run (legacy)',
    summaryZh: '检查草稿能否运行（旧版）',
    access: onWorkflow('view'),
    input: () => z.object(where),
  }),
  update: op('POST /api/workflow/update', {
    summary: 'Update or delete a workflow (legacy)',
    summaryZh: '更新或删除工作流（旧版）',
    access: editAccess,
    input: () =>
      z.object({
        ...where,
        name: name(WORKFLOW_LIMITS.name).optional(),
        desc: text(WORKFLOW_LIMITS.description).optional(),
        icon_uri: z.string().max(500).optional(),
        delete: bool().optional(),
      }),
    output: () => z.object({ name: s, url: s, status: n }),
  }),
  fromTemplate: op('POST /api/workflow/copy_from_template', {
    summary: 'Create a workflow from a published one (legacy)',
    summaryZh: '从已发布的工作流创建（旧版）',
    access: onWorkflow('copy', 'template_workflow_id'),
    input: () => z.object({ template_workflow_id: id(), space_id: idOrNone() }),
    output: () => z.object({ workflow_id: s }),
  }),
  nodes: op('POST /api/workflow/node_list', {
    summary: 'List the nodes of the draft (legacy)',
    summaryZh: '列出草稿的节点（旧版）',
    access: onWorkflow('view'),
    input: () => z.object({ ...where, node_ids: z.array(nodeId).max(1000).optional() }),
    output: nodeList,
  }),
  createNode: op('POST /api/workflow/create_node', {
    summary: 'Add a node to the canvas (legacy)',
    summaryZh: '在画布上添加节点（旧版）',
    access: editAccess,
    input: () =>
      z.object({
        ...where,
        type: int(),
        layout,
        api_info: z
          .object({
            plugin_id: z.string().max(30).optional(),
            api_id: z.string().max(30).optional(),
            plugin_version: z.string().max(50).optional(),
            api_name: z.string().max(200).optional(),
          })
          .optional(),
      }),
    output: () => z.object({ node }),
  }),
  copyNode: op('POST /api/workflow/copy_node', {
    summary: 'Duplicate a node (legacy)',
    summaryZh: '复制节点（旧版）',
    access: editAccess,
    input: () => z.object({ ...where, node_id: nodeId, layout: layout.optional() }),
    output: () => z.object({ node }),
  }),
  updateNode: op('POST /api/workflow/update_node', {
    summary: 'Update a node (legacy)',
    summaryZh: '更新节点（旧版）',
    access: editAccess,
    bodyLimit: 4_000_000,
    input: () =>
      z.object({
        ...where,
        node_id: nodeId,
        name: z.string().max(100).optional(),
        node_param: loose.optional(),
        layout: layout.optional(),
      }),
    output: nodeList,
  }),
  deleteNode: op('POST /api/workflow/delete_node', {
    summary: 'Delete a node and its connections (legacy)',
    summaryZh: '删除节点及其连线（旧版）',
    access: editAccess,
    input: () => z.object({ ...where, node_id: nodeId }),
    output: nodeList,
  }),
  updateLink: op('POST /api/workflow/update_link', {
    summary: 'Connect or disconnect two nodes (legacy)',
    summaryZh: '连接或断开两个节点（旧版）',
    access: editAccess,
    input: () =>
      z.object({
        ...where,
        from_node_id: nodeId,
        to_node_id: nodeId,
        type: int().pipe(z.literal([1, 2])),
        if_node_branch: int()
          .pipe(z.literal([1, 2]))
          .optional(),
      }),
    output: nodeList,
  }),
  mapData: op('POST /api/workflow/map_data', {
    summary: 'List the values a node can reference (legacy)',
    summaryZh: '列出节点可引用的值（旧版）',
    access: onWorkflow('view'),
    input: () => z.object({ ...where, node_id: nodeId }),
    output: () =>
      z.object({
        map_data: z.array(z.object({ workflow_id: s, node_id: s, node_name: s, parameters: z.array(loose) })),
      }),
  }),
  plugins: op('POST /api/workflow/get_workflow_plugins', {
    summary: 'List published workflows as plugins (legacy)',
    summaryZh: '以插件形式列出已发布的工作流（旧版）',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({ page: pageNumber(), size: pageSize(), name: z.string().max(200).optional(), space_id: id() }),
    output: () =>
      z.object({
        get_plugin_list_data: z.object({
          plugin_infos: z.array(
            z.object({
              id: s,
              name: s,
              desc_for_human: s,
              plugin_icon: s,
              plugin_type: n,
              status: n,
              create_time: s,
              update_time: s,
              creator: z.object({ id: s, name: s, avatar_url: s, self: z.boolean() }),
              space_id: s,
              plugin_apis: z.array(z.object({ api_id: s, plugin_id: s, name: s, desc: s, parameters: z.array(loose) })),
            }),
          ),
          total: n,
        }),
      }),
  }),
}
