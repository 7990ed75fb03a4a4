import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, int, pageSize } from '#shared/fields.ts'
import { schemaText } from './life.ts'
import {
  nodeProps,
  panel,
  fcItem,
  fcParams,
  workflowFc,
  pluginFc,
  pluginItem,
  panelPlugin,
  panelResource,
  tagValue,
  span,
} from './studio-shapes.ts'
import { onWorkflow, spaceIdHint, validateErrorSchema, workflowSchema } from './shapes.ts'

const n = z.number()
const s = z.string()
const conversationDef = z.object({
  unique_id: s,
  conversation_name: s,
  conversation_id: s,
  release_conversation_name: s,
})
const onProject = (can: 'view' | 'editInfo') => ({ on: 'project', id: 'project_id', can }) as const
const projectWhere = { project_id: id(), space_id: spaceIdHint }
const conversationName = z.string().trim().min(1).max(200)

/** Editor calls besides the workflow itself. */
export const workflowStudio = {
  nodeTemplates: op(['POST /api/workflow_api/node_template_list', 'POST /api/workflow/node_templage_list'], {
    summary: 'List node types for the node panel',
    summaryZh: '列出节点面板的节点类型',
    input: () =>
      z.object({
        need_types: z.array(int()).max(200).optional(),
        node_types: z.array(z.string().max(20)).max(200).optional(),
      }),
    output: () =>
      z.object({
        template_list: z.array(
          z.object({ id: s, type: n, name: s, desc: s, icon_url: s, support_batch: n, node_type: s, color: s }),
        ),
        cate_list: z.array(z.object({ name: s, node_type_list: z.array(s) })),
        plugin_api_list: z.array(z.record(s, z.unknown())),
        plugin_category_list: z.array(z.record(s, z.unknown())),
      }),
  }),
  nodeTypes: op(['POST /api/workflow_api/node_type', 'POST /api/workflowV2/node_type'], {
    summary: 'List the node types a workflow and those it calls contain',
    summaryZh: '列出工作流及其子工作流包含的节点类型',
    access: onWorkflow('view'),
    input: () => z.object({ space_id: spaceIdHint, workflow_id: id() }),
    output: () =>
      z.object({
        node_types: z.array(s),
        sub_workflow_node_types: z.array(s),
        nodes_properties: z.array(nodeProps),
        sub_workflow_nodes_properties: z.array(nodeProps),
      }),
  }),
  panelSearch: op('POST /api/workflow_api/node_panel_search', {
    summary: 'Search workflows, plugins, knowledge and databases for a canvas',
    summaryZh: '搜索可放到画布上的工作流、插件、知识库和数据库',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({
        space_id: id(),
        search_type: int().optional(),
        project_id: idOrNone(),
        search_key: z.string().max(200).optional(),
        page_or_cursor: z.string().max(20).optional(),
        page_size: pageSize(),
        exclude_workflow_id: idOrNone(),
      }),
    output: () =>
      z.object({
        resource_workflow: panel('workflow_list', workflowSchema),
        project_workflow: panel('workflow_list', workflowSchema),
        resource_plugin: panel('plugin_list', panelPlugin),
        project_plugin: panel('plugin_list', panelPlugin),
        favorite_plugin: panel('plugin_list', panelPlugin),
        store_plugin: panel('plugin_list', panelPlugin),
        resource_knowledge: panel('knowledge_list', panelResource),
        resource_database: panel('database_list', panelResource),
      }),
  }),
  toolDetail: op('POST /api/workflow_api/llm_fc_setting_detail', {
    summary: 'Get the workflows, tools and knowledge a model node may use',
    summaryZh: '获取大模型节点可用的工作流、工具和知识库',
    access: onWorkflow('view'),
    reply: 'flat',
    input: () =>
      z.object({
        workflow_id: id(),
        space_id: spaceIdHint,
        workflow_list: z.array(fcItem).max(100).default([]),
        plugin_list: z.array(pluginItem).max(100).default([]),
        dataset_list: z
          .array(z.object({ dataset_id: id(), is_draft: bool().optional() }))
          .max(100)
          .default([]),
      }),
    output: () =>
      z.object({
        workflow_detail_map: z.record(
          s,
          z.object({
            id: s,
            plugin_id: s,
            description: s,
            icon_url: s,
            is_official: z.boolean(),
            name: s,
            status: n,
            type: n,
            api_detail: z.object({ id: s, name: s, description: s, plugin_id: s, parameters: fcParams }),
            latest_version_name: s,
            version_name: s,
          }),
        ),
        plugin_detail_map: z.record(
          s,
          z.object({
            id: s,
            icon_url: s,
            description: s,
            is_official: z.boolean(),
            name: s,
            plugin_status: n,
            plugin_type: n,
            latest_version_ts: n,
            latest_version_name: s,
            version_name: s,
          }),
        ),
        plugin_api_detail_map: z.record(
          s,
          z.object({ id: s, name: s, description: s, plugin_id: s, parameters: fcParams }),
        ),
        dataset_detail_map: z.record(s, z.object({ id: s, icon_url: s, name: s, format_type: n })),
      }),
  }),
  toolMerged: op('POST /api/workflow_api/llm_fc_setting_merged', {
    summary: 'Get the settings of a tool updated to its current inputs',
    summaryZh: '获取按当前输入更新后的工具设置',
    access: onWorkflow('view'),
    reply: 'flat',
    input: () =>
      z.object({
        workflow_id: id(),
        space_id: spaceIdHint,
        workflow_fc_setting: z
          .object({
            workflow_id: id(),
            workflow_version: z.string().max(50).optional(),
            request_params: fcParams.max(500).default([]),
            response_params: fcParams.max(500).default([]),
          })
          .optional(),
        plugin_fc_setting: pluginItem
          .extend({
            request_params: fcParams.max(500).default([]),
            response_params: fcParams.max(500).default([]),
            response_style: z.looseObject({ workflow_response_mode: int().optional() }).optional(),
          })
          .optional(),
        dataset_fc_setting: z.object({ dataset_id: id() }).optional(),
      }),
    output: () =>
      z.object({
        worflow_fc_setting: workflowFc.optional(),
        workflow_fc_setting: workflowFc.optional(),
        plugin_fc_setting: pluginFc.optional(),
        dataset_fc_setting: z.object({ dataset_id: s }).optional(),
      }),
  }),
  messageNodes: op(['GET /api/workflow_api/message_nodes', 'GET /api/workflowV2/message_nodes'], {
    summary: 'List the nodes of a published workflow that reply',
    summaryZh: '列出已发布工作流中的回复节点',
    access: { on: 'workflow', id: 'plugin_id', can: 'view' },
    input: () => z.object({ space_id: spaceIdHint, plugin_id: id() }),
    output: () =>
      z.object({
        id: s,
        plugin_id: s,
        name: s,
        message_nodes: z.array(z.object({ node_id: s, node_type: s, node_title: s })),
      }),
  }),
  validateSchema: op(['POST /api/workflow_api/old_validate', 'POST /api/workflowV2/validate'], {
    summary: 'List the problems of a canvas',
    summaryZh: '列出画布的问题',
    reply: 'flat',
    bodyLimit: 24_000_000,
    input: () => z.object({ schema: schemaText(), bind_project_id: idOrNone(), bind_bot_id: idOrNone() }),
    output: () => z.object({ data: z.array(validateErrorSchema) }),
  }),
  encapsulate: op('POST /api/workflow_api/encapsulate', {
    summary: 'Turn part of a workflow into its own workflow',
    summaryZh: '将工作流的一部分封装为新的工作流',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    bodyLimit: 24_000_000,
    input: () =>
      z.object({
        name: z.string().trim().min(1).max(100),
        desc: z.string().max(2000).default(''),
        icon_uri: z.string().max(500).default(''),
        space_id: id(),
        flow_mode: int().pipe(z.int().min(0).max(3)).default(0),
        project_id: idOrNone(),
        schema: schemaText(),
        only_validate: bool().default(false),
      }),
    output: () => z.object({ workflow_id: s, name: s, validate_data: z.array(validateErrorSchema) }),
  }),
  signImage: op('POST /api/workflow_api/sign_image_url', {
    summary: 'Get a link to a file you uploaded',
    summaryZh: '获取你上传的文件的链接',
    reply: 'flat',
    input: () => z.object({ uri: z.string().min(1).max(500), Scene: z.string().max(50).optional() }),
    output: () => z.object({ url: s }),
  }),
  subProcesses: op('POST /api/workflow_api/get_async_sub_process', {
    summary: 'List runs of a workflow inside other runs',
    summaryZh: '列出工作流在其他运行中的子运行',
    access: onWorkflow('view', 'parent_workflow_id'),
    reply: 'flat',
    input: () =>
      z.object({
        space_id: spaceIdHint,
        parent_workflow_id: id(),
        parent_node_id: z.string().max(50),
        workflow_id: idOrNone(),
        status: int().optional(),
      }),
    output: () =>
      z.object({
        data: z.array(
          z.object({
            workflow_id: s,
            nodeId: s,
            executeId: s,
            status: n,
            create_time: n,
            update_time: n,
            operator_id: s,
            error_code: s,
            error_msg: s,
            parent_execute_id: s,
          }),
        ),
      }),
  }),
  listSpans: op('POST /api/workflow_api/list_spans', {
    summary: 'List the runs of a workflow as root spans',
    summaryZh: '以根步骤列出工作流的运行',
    access: onWorkflow('view'),
    reply: 'flat',
    input: () =>
      z.object({
        workflow_id: id(),
        start_at: int(),
        end_at: int(),
        limit: pageSize(20, 100),
        offset: int().pipe(z.int().min(0).max(10_000)).default(0),
        desc_by_start_time: bool().optional(),
        input: z.string().max(200).optional(),
        status: int().optional(),
        execute_mode: int().optional(),
      }),
    output: () => z.object({ spans: z.array(span) }),
  }),
  trace: op('POST /api/workflow_api/get_trace', {
    summary: 'Get a run as a tree of spans',
    summaryZh: '获取运行的调用链',
    access: onWorkflow('view'),
    input: () =>
      z.object({
        workflow_id: id(),
        execute_id: idOrNone(),
        log_id: z.string().max(100).optional(),
        start_at: int().optional(),
        end_at: int().optional(),
      }),
    output: () =>
      z.object({
        spans: z.array(span),
        header: z.object({
          duration: n,
          tokens: n,
          status_code: n,
          tags: z.array(tagValue),
          message_id: s,
          start_time: n,
        }),
      }),
  }),
  createRole: op('POST /api/workflow_api/chat_flow_role/create', {
    summary: 'Save the role settings of a chatflow',
    summaryZh: '保存对话流的角色设置',
    access: onWorkflow('editInfo', 'chat_flow_role.workflow_id'),
    reply: 'flat',
    input: () =>
      z.object({
        chat_flow_role: z.looseObject({ workflow_id: id(), connector_id: idOrNone(), id: z.unknown().optional() }),
      }),
    output: () => z.object({ ID: s }),
  }),
  getRole: op('GET /api/workflow_api/chat_flow_role/get', {
    summary: 'Get the role settings of a chatflow',
    summaryZh: '获取对话流的角色设置',
    access: onWorkflow('view'),
    reply: 'flat',
    input: () => z.object({ workflow_id: id(), connector_id: idOrNone() }),
    output: () => z.object({ role: z.record(s, z.unknown()).optional() }),
  }),
  deleteRole: op('POST /api/workflow_api/chat_flow_role/delete', {
    summary: 'Delete the role settings of a chatflow',
    summaryZh: '删除对话流的角色设置',
    access: onWorkflow('editInfo', 'WorkflowID'),
    input: () => z.object({ WorkflowID: id(), ConnectorID: idOrNone(), ID: id() }),
  }),
  createConversation: op('POST /api/workflow_api/project_conversation/create', {
    summary: 'Create a named conversation for a project',
    summaryZh: '为项目创建命名会话',
    access: onProject('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...projectWhere, conversation_name: conversationName }),
    output: () => z.object({ unique_id: s, space_id: s }),
  }),
  listConversations: op('GET /api/workflow_api/project_conversation/list', {
    summary: 'List the named conversations of a project',
    summaryZh: '列出项目的命名会话',
    access: onProject('view'),
    reply: 'flat',
    input: () =>
      z.object({
        ...projectWhere,
        create_method: int().optional(),
        create_env: int().optional(),
        cursor: idOrNone(),
        limit: pageSize(20, 200),
        nameLike: z.string().max(200).optional(),
      }),
    output: () => z.object({ data: z.array(conversationDef), cursor: s }),
  }),
  updateConversation: op('POST /api/workflow_api/project_conversation/update', {
    summary: 'Rename a conversation of a project',
    summaryZh: '重命名项目的会话',
    access: onProject('editInfo'),
    input: () => z.object({ ...projectWhere, unique_id: id(), conversation_name: conversationName }),
  }),
  deleteConversation: op('POST /api/workflow_api/project_conversation/delete', {
    summary: 'Delete a conversation of a project if no chatflow uses it',
    summaryZh: '删除项目的会话（未被对话流使用时）',
    access: onProject('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...projectWhere,
        unique_id: id(),
        replace: z.record(s, s).optional(),
        check_only: bool().default(false),
      }),
    output: () => z.object({ success: z.boolean(), need_replace: z.array(workflowSchema) }),
  }),
  deleteConversations: op('POST /api/workflow_api/project_conversation/batch_delete', {
    summary: 'Delete several conversations of a project',
    summaryZh: '批量删除项目的会话',
    access: onProject('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...projectWhere, unique_id_list: z.array(id()).min(1).max(200) }),
    output: () => z.object({ success: z.boolean() }),
  }),
}
