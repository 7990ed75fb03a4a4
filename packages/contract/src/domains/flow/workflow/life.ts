import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { detailSchema, onWorkflow, spaceIdHint, workflowSchema } from './shapes.ts'
import { BindBizType } from '#shared/flow-mode.ts'
import { WORKFLOW_LIMITS } from '#shared/limits.ts'

const MAX_SCHEMA = 20_000_000
export const schemaText = () => z.string().max(MAX_SCHEMA)
const iconUri = z.string().max(500)
const flowMode = int().pipe(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]))
const saved = z.object({
  name: z.string(),
  url: z.string(),
  status: z.number(),
  workflow_status: z.number(),
  is_version_gray: z.boolean(),
  /** The version that the next save must send. */
  save_version: z.string(),
})
const deleted = z.object({ status: z.number() })
const listInput = z.object({
  page: pageNumber(),
  size: pageSize(),
  workflow_ids: z.array(id()).max(200).optional(),
  name: z.string().max(200).optional(),
  space_id: idOrNone(),
  status: int().optional(),
  order_by: int().optional(),
  login_user_create: bool().optional(),
  flow_mode: int().optional(),
  project_id: idOrNone(),
})

/** Creating, changing and finding workflows. */
export const workflow = {
  create: op(
    [
      'POST /api/workflow_api/create',
      'POST /api/workflow_api/old_create',
      'POST /api/workflowV2/create',
      'POST /api/workflow/create',
    ],
    {
      summary: 'Create a workflow',
      summaryZh: '创建工作流',
      access: { on: 'space', id: 'space_id', can: 'createResource' },
      input: () =>
        z.object({
          name: name(WORKFLOW_LIMITS.name),
          desc: text(WORKFLOW_LIMITS.description).default(''),
          icon_uri: iconUri.default(''),
          space_id: id(),
          flow_mode: flowMode.default(0),
          project_id: idOrNone(),
          /** Canvases of nodes and edges are the only kind. */
          schema_type: int().pipe(z.literal(0)).default(0),
          /** The bot that the workflow is for: test runs use its variables and memories. */
          bind_biz_id: idOrNone(),
          bind_biz_type: int().pipe(z.literal(BindBizType.agent)).optional(),
          /** For a chatflow of a project: also creates a conversation with the same name. */
          create_conversation: bool().default(false),
        }),
      output: () =>
        z.object({
          workflow_id: z.string(),
          name: z.string(),
          url: z.string(),
          status: z.number(),
          type: z.number(),
          submit_commit_id: z.string(),
          save_version: z.string(),
        }),
    },
  ),
  save: op(['POST /api/workflow_api/save', 'POST /api/workflow_api/old_save', 'POST /api/workflowV2/save'], {
    summary: 'Save the draft of a workflow',
    summaryZh: '保存工作流草稿',
    access: onWorkflow('editInfo'),
    scope: 'Workflow.edit',
    bodyLimit: 24_000_000,
    input: () =>
      z.object({
        workflow_id: id(),
        schema: schemaText().optional(),
        space_id: spaceIdHint,
        name: name(WORKFLOW_LIMITS.name).optional(),
        desc: text(WORKFLOW_LIMITS.description).optional(),
        icon_uri: iconUri.optional(),
        submit_commit_id: idOrNone(),
        save_version: idOrNone(),
        /** Set when the canvas was only rearranged: a tested draft stays tested. */
        ignore_status_transfer: bool().default(false),
      }),
    output: saved,
  }),
  canvas: op(['POST /api/workflow_api/canvas', 'POST /api/workflow_api/old_query', 'POST /api/workflowV2/query'], {
    summary: 'Get the draft of a workflow with its canvas',
    summaryZh: '获取工作流草稿及画布',
    access: onWorkflow('view'),
    scope: 'Workflow.view',
    input: () => z.object({ space_id: spaceIdHint, workflow_id: id() }),
    output: () =>
      z.object({
        workflow: workflowSchema,
        vcs_data: z.object({
          submit_commit_id: z.string(),
          draft_commit_id: z.string(),
          type: z.number(),
          can_edit: z.boolean(),
          publish_commit_id: z.string(),
        }),
        db_data: z.object({ status: z.number() }),
        operation_info: z.object({ operator: workflowSchema.shape.creator, operator_time: z.number() }),
        is_bind_agent: z.boolean(),
        /** The bot that the workflow is for; empty for none. */
        bind_biz_id: z.string(),
        workflow_version: z.string(),
      }),
  }),
  updateMeta: op('POST /api/workflow_api/update_meta', {
    summary: 'Change name, description, icon or mode of a workflow',
    summaryZh: '修改工作流的名称、描述、图标或模式',
    access: onWorkflow('editInfo'),
    input: () =>
      z.object({
        workflow_id: id(),
        space_id: spaceIdHint,
        name: name(WORKFLOW_LIMITS.name).optional(),
        desc: text(WORKFLOW_LIMITS.description).optional(),
        icon_uri: iconUri.optional(),
        flow_mode: flowMode.optional(),
      }),
  }),
  remove: op(['POST /api/workflow_api/delete', 'POST /api/workflow_api/old_delete', 'POST /api/workflowV2/delete'], {
    summary: 'Delete a workflow',
    summaryZh: '删除工作流',
    access: onWorkflow('delete'),
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint, action: int().optional() }),
    output: deleted,
  }),
  removeMany: op('POST /api/workflow_api/batch_delete', {
    summary: 'Delete several workflows in one transaction',
    summaryZh: '在一个事务中批量删除工作流',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({ workflow_id_list: z.array(id()).min(1).max(100), space_id: id(), action: int().optional() }),
    output: deleted,
  }),
  deleteStrategy: op('POST /api/workflow_api/delete_strategy', {
    summary: 'Get the consequences of deleting a workflow',
    summaryZh: '获取删除工作流的影响',
    access: onWorkflow('view'),
    reply: 'flat',
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint }),
    output: () =>
      z.object({
        /** 0: nothing prevents the deletion. */
        data: z.number(),
        /** Workflows whose drafts call this one and would fail. */
        called_by: z.array(z.object({ workflow_id: z.string(), name: z.string() })),
      }),
  }),
  copy: op(['POST /api/workflow_api/copy', 'POST /api/workflow_api/old_copy', 'POST /api/workflowV2/copy'], {
    summary: 'Copy a workflow into a space or project',
    summaryZh: '将工作流复制到空间或项目',
    access: onWorkflow('copy'),
    input: () =>
      z.object({
        workflow_id: id(),
        space_id: idOrNone(),
        target_space_id: idOrNone(),
        target_project_id: idOrNone(),
      }),
    output: () => z.object({ workflow_id: z.string(), schema_type: z.number() }),
  }),
  copyTemplates: op('POST /api/workflow_api/copy_wk_template', {
    summary: 'Copy workflows, with those they call, into a space',
    summaryZh: '将工作流及其调用的工作流复制到空间',
    access: { on: 'space', id: 'target_space_id', can: 'createResource' },
    input: () => z.object({ workflow_ids: z.array(id()).min(1).max(50), target_space_id: id() }),
    output: () =>
      z.record(
        z.string(),
        z.object({
          workflow_id: z.string(),
          space_id: z.string(),
          name: z.string(),
          desc: z.string(),
          source_id: z.string(),
          flow_mode: z.number(),
        }),
      ),
  }),
  move: op('POST /api/workflow_api/move', {
    summary: 'Move a workflow into a project or back to the library',
    summaryZh: '将工作流移入项目或移回资源库',
    access: onWorkflow('editInfo'),
    input: () => z.object({ workflow_id: id(), project_id: idOrNone() }),
    output: () => z.object({ workflow_id: z.string(), project_id: z.string() }),
  }),
  list: op(
    [
      'POST /api/workflow_api/workflow_list',
      'POST /api/workflow_api/old_list',
      'POST /api/workflowV2/list',
      'POST /api/workflow/list',
    ],
    {
      summary: 'List the workflows of a space',
      summaryZh: '列出空间的工作流',
      access: { on: 'space', id: 'space_id', can: 'view', optional: true },
      input: listInput,
      output: () =>
        z.object({
          workflow_list: z.array(workflowSchema),
          auth_list: z.array(
            z.object({
              workflow_id: z.string(),
              user_id: z.string(),
              auth: z.object({ can_edit: z.boolean(), can_delete: z.boolean(), can_copy: z.boolean() }),
            }),
          ),
          total: z.number(),
        }),
    },
  ),
  released: op(['POST /api/workflow_api/released_workflows', 'POST /api/workflowV2/released_workflows'], {
    summary: 'List the published workflows of a space with inputs and outputs',
    summaryZh: '列出空间已发布的工作流及其输入输出',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    input: () =>
      listInput.extend({
        workflow_filter_list: z
          .array(z.object({ workflow_id: id(), workflow_version: z.string().max(50).optional() }))
          .max(200)
          .optional(),
      }),
    output: () => z.object({ workflow_list: z.array(detailSchema), total: z.number() }),
  }),
  listPublished: op('POST /api/workflow_api/list_publish_workflow', {
    summary: 'List published workflows that can be listed elsewhere',
    summaryZh: '列出可用于其他场景的已发布工作流',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    input: () =>
      z.object({
        space_id: idOrNone(),
        owner_id: idOrNone(),
        name: z.string().max(200).optional(),
        order_last_publish_time: int().optional(),
        size: pageSize(),
        cursor_id: z.string().max(50).optional(),
        workflow_ids: z.array(id()).max(200).optional(),
      }),
    output: () =>
      z.object({
        workflows: z.array(detailSchema),
        next_cursor_id: z.string(),
        has_more: z.boolean(),
        total: z.number(),
      }),
  }),
  detail: op('POST /api/workflow_api/workflow_detail', {
    summary: 'Get inputs and outputs of workflow drafts',
    summaryZh: '获取工作流草稿的输入输出',
    input: () => z.object({ workflow_ids: z.array(id()).max(200).default([]), space_id: spaceIdHint }),
    reply: 'flat',
    output: () => z.object({ data: z.array(detailSchema) }),
  }),
  detailInfo: op('POST /api/workflow_api/workflow_detail_info', {
    summary: 'Get inputs and outputs of workflow versions',
    summaryZh: '获取工作流指定版本的输入输出',
    reply: 'flat',
    input: () =>
      z.object({
        workflow_filter_list: z
          .array(z.object({ workflow_id: id(), workflow_version: z.string().max(50).optional() }))
          .max(200)
          .default([]),
        space_id: spaceIdHint,
      }),
    output: () => z.object({ data: z.array(detailSchema) }),
  }),
  examples: op('POST /api/workflow_api/example_workflow_list', {
    summary: 'List example workflows that can be copied',
    summaryZh: '列出可复制的示例工作流',
    input: () =>
      z.object({
        page: pageNumber(),
        size: pageSize(),
        name: z.string().max(200).optional(),
        flow_mode: int().optional(),
      }),
    output: () => z.object({ workflow_list: z.array(workflowSchema), total: z.number() }),
  }),
  openCollaborator: op('POST /api/workflow_api/open_collaborator', {
    summary: 'Allow several people to edit a workflow',
    summaryZh: '允许多人编辑工作流',
    access: onWorkflow('addCollaborator'),
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint }),
  }),
  closeCollaborator: op('POST /api/workflow_api/close_collaborator', {
    summary: 'Restrict editing a workflow to its owner',
    summaryZh: '将工作流的编辑限制为所有者',
    access: onWorkflow('delete'),
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint }),
  }),
}
