import { z } from 'zod'
import { op } from '#kit.ts'
import { BindBizType, ImageflowTab } from '#shared/flow-mode.ts'
import { bool, commaList, id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { creatorSchema, onWorkflow, spaceIdHint, workflowSchema } from './shapes.ts'

const n = z.number()
const s = z.string()
const loose = z.looseObject({})
const authStatus = z.object({ is_oauth: z.boolean(), status: n, content: s })
const example = z.object({ req_example: s, resp_example: s })

/** Helper calls of the workflow editor. */
export const workflowAssist = {
  apiDetail: op(['GET /api/workflow_api/apiDetail', 'GET /api/workflowV2/apiDetail'], {
    summary: 'Get inputs and outputs of a tool or published workflow',
    summaryZh: '获取工具或已发布工作流的输入输出',
    input: () =>
      z.object({
        pluginID: id(),
        apiName: z.string().max(200).optional(),
        api_id: idOrNone(),
        space_id: idOrNone(),
        project_id: idOrNone(),
        plugin_version: z.string().max(50).optional(),
        plugin_from: int().optional(),
      }),
    output: () =>
      z.object({
        pluginID: s,
        apiName: s,
        inputs: z.array(loose),
        outputs: z.array(loose),
        icon: s,
        name: s,
        desc: s,
        pluginProductStatus: n,
        pluginProductUnlistType: n,
        spaceID: s,
        debug_example: example,
        updateTime: n,
        projectID: s,
        version: s,
        pluginType: n,
        latest_version: s,
        latest_version_name: s,
        version_name: s,
        auth: n,
        // The older editor reads the same data under other names, with lists as JSON text.
        PluginID: s,
        ApiName: s,
        Inputs: s,
        Outputs: s,
        Icon: s,
        Name: s,
        Desc: s,
        DebugExample: example,
      }),
  }),
  pluginAuth: op('POST /api/workflow_api/get_plugin_auth_status', {
    summary: 'Check whether you authorised a plugin',
    summaryZh: '检查你是否已授权插件',
    access: { on: 'workflow', id: 'workflow_id', can: 'view', optional: true },
    reply: 'flat',
    input: () => z.object({ workflow_id: idOrNone(), plugin_id: id(), space_id: spaceIdHint }),
    output: () => z.object({ auth_info: authStatus, shared_auth_info: authStatus }),
  }),
  fieldConfig: op('GET /api/workflow_api/get_node_field_config', {
    summary: 'Get the fields of a node type and their limits',
    summaryZh: '获取节点类型的字段及限制',
    reply: 'flat',
    input: () =>
      z.object({ nodeType: z.string().min(1).max(20), fieldNames: commaList(z.string().max(100)).optional() }),
    output: () => z.object({ config: z.record(s, s) }),
  }),
  ideToken: op(['GET /api/workflow_api/bots_ide_token', 'GET /api/workflowV2/bots_ide_token'], {
    summary: 'Get a token for a code editor, valid for an hour',
    summaryZh: '获取代码编辑器的令牌，一小时内有效',
    access: { on: 'space', id: 'space_id', can: 'view' },
    writes: true,
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () => z.object({ space_id: id(), can_write: bool().default(false) }),
    output: () => z.object({ token: s, expired_at: n }),
  }),
  copilot: op('POST /api/workflow_api/copilot_generate', {
    summary: 'Generate a schedule, inputs, a greeting or test inputs with a model',
    summaryZh: '用模型生成定时计划、输入、开场白或测试输入',
    access: { on: 'workflow', id: 'workflow_id', can: 'view', optional: true },
    reply: 'flat',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        space_id: id(),
        project_id: idOrNone(),
        copilot_type: int().pipe(z.int().min(0).max(4)),
        query: z.string().max(8000).default(''),
        workflow_id: idOrNone(),
        generate_test_case_input: z
          .object({
            generate_node_debug_input_config: z
              .object({ node_id: z.string().max(50), node_config: z.string().max(1_000_000).optional() })
              .optional(),
          })
          .optional(),
      }),
    output: () => z.object({ data: z.object({ content: s }), generated_by: n }),
  }),
  imageNodes: op('POST /api/workflow_api/imageflow_basic_nodes', {
    summary: 'List nodes that create or edit images',
    summaryZh: '列出生成或编辑图片的节点',
    input: () => z.object({ tab_type: int().pipe(z.enum(ImageflowTab)).default(ImageflowTab.basicNode) }),
    output: () =>
      z.object({
        categoried_nodes: z.array(
          z.object({
            category_i18n_key: s,
            nodes: z.array(
              z.object({
                node_type: n,
                node_template: z
                  .object({ id: s, type: n, name: s, desc: s, icon_url: s, support_batch: n, node_type: s, color: s })
                  .optional(),
                plugin_api: z
                  .object({
                    plugin_id: s,
                    plugin_name: s,
                    api_id: s,
                    api_name: s,
                    api_title: s,
                    api_desc: s,
                    api_icon: s,
                  })
                  .optional(),
              }),
            ),
          }),
        ),
      }),
  }),
  templateTags: op(['POST /api/workflow_api/template_tag', 'POST /api/workflow/template_tag'], {
    summary: 'List the topics of example workflows',
    summaryZh: '列出示例工作流的主题',
    input: () => z.object({ flow_mode: int().optional() }),
    output: () => z.object({ tags: z.array(z.object({ type: n, name: s, icon: s, active_icon: s, count: n })) }),
  }),
  listable: op('POST /api/workflow_api/listable_workflows', {
    summary: 'List published workflows of several spaces, newest first',
    summaryZh: '列出多个空间已发布的工作流，最新在前',
    input: () =>
      z.object({
        space_id_list: z.array(id()).max(100).default([]),
        page: pageNumber(),
        size: pageSize(),
        flow_mode: int().optional(),
      }),
    output: () =>
      z.object({
        workflows: z.array(
          z.object({
            workflow_id: s,
            space_id: s,
            name: s,
            desc: s,
            url: s,
            icon_uri: s,
            status: n,
            plugin_id: s,
            create_time: n,
            update_time: n,
            source_id: s,
            creator: creatorSchema,
            schema: s,
            start_node: workflowSchema.shape.start_node,
            end_node: workflowSchema.shape.end_node,
            flow_mode: n,
            sub_workflows: z.array(s),
            latest_publish_commit_id: s,
          }),
        ),
        has_more: z.boolean(),
      }),
  }),
  bound: op(['POST /api/workflow_api/biz_list', 'POST /api/workflow_api/old_biz_list'], {
    summary: 'List the workflows of a project or bot',
    summaryZh: '列出项目或智能体的工作流',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    input: () =>
      z.object({
        space_id: idOrNone(),
        bind_biz_id: idOrNone(),
        /** 1: only a bot can be named. */
        bind_biz_type: int().pipe(z.literal(BindBizType.agent)).optional(),
        status: int().optional(),
        login_user_create: bool().optional(),
        flow_mode: int().optional(),
      }),
    output: () =>
      z.object({
        workflow_list: z.array(workflowSchema),
        auth_list: z.array(
          z.object({
            workflow_id: s,
            user_id: s,
            auth: z.object({ can_edit: z.boolean(), can_delete: z.boolean(), can_copy: z.boolean() }),
          }),
        ),
        total: n,
      }),
  }),
  behavior: op('POST /api/workflow_api/behavior_auth', {
    summary: 'Check whether you may let others edit a workflow',
    summaryZh: '检查你是否可以让他人编辑工作流',
    access: onWorkflow('view'),
    input: () =>
      z.object({
        workflow_id: id(),
        space_id: spaceIdHint,
        action_type: int().pipe(z.literal([1, 2])),
        only_config_item: bool().default(false),
      }),
    output: () =>
      z.object({
        auth_type: n.optional(),
        config: z.object({ workflow_count: n, collaborators_count: n }),
        can_upgrade: z.boolean(),
      }),
  }),
}
