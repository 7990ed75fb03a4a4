import { z } from 'zod'
import { op } from '#kit.ts'
import { ConnectorId } from '#shared/bot-enums.ts'
import { bool, id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { TRIGGER_LIMITS, triggerKinds } from '#shared/triggers.ts'
import { onWorkflow, spaceIdHint } from './shapes.ts'
import { firingSchema, receivedCallSchema, publishSchema, triggerSchema } from './trigger-shapes.ts'

const jsonText = z.string().max(200_000)
const status = int().pipe(z.union([z.literal(0), z.literal(1)]))
const hookLimit = { by: 'address', max: TRIGGER_LIMITS.callsPerMinute, seconds: 60 } as const
const onTrigger = (can: 'view' | 'editInfo' | 'testRunWorkflow') => ({ on: 'trigger', id: 'trigger_id', can }) as const
const where = { space_id: spaceIdHint, project_id: idOrNone() }

/** Triggers belong to the API channel: in a project they run the version that this channel serves. */
const apiChannelId = () =>
  idOrNone().refine((value) => value === undefined || value === ConnectorId.api, {
    error: `triggers run what is served to programs. Leave it out, or send ${ConnectorId.api}`,
    params: { zh: `触发器运行的是 API 渠道的版本，请不要填写，或填写 ${ConnectorId.api}` },
  })

/** Triggers that start a workflow: schedules, webhooks, forms and events. */
export const workflowTrigger = {
  save: op('POST /api/workflow_api/save_trigger', {
    summary: 'Create or change a trigger',
    summaryZh: '创建或修改触发器',
    access: onWorkflow('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...where,
        workflow_id: id(),
        trigger_id: idOrNone(),
        connector_id: apiChannelId(),
        name: z.string().trim().max(100).default(''),
        event_id: z.enum(triggerKinds),
        config: jsonText
          .default('{}')
          .describe(
            'JSON. schedule: {"cron","timeZone","missed":"once"|"skip"}; webhook: {"method":"POST"|"PUT"|"GET","auth":"signature"|"token"}; form: {"title","text","button","after":"message"|"result","message","hidden":[names],"labels":{name:label}}; event: {"event","sourceId"}',
          ),
        payload: jsonText
          .default('{}')
          .describe('JSON: the inputs of the workflow. {{field}} stands for a field of the call or the event'),
        status: status.default(1),
        set_type: int().pipe(z.int().min(0).max(4)).default(4),
      }),
    output: () =>
      z.object({
        trigger_id: z.string(),
        webhook_url: z.string(),
        form_url: z.string(),
        /** Shown only once. */
        secret: z.string(),
      }),
  }),
  rotate: op('POST /api/workflow_api/rotate_trigger', {
    summary: 'Replace the secret of a webhook or the URL of a form; the old one stops working',
    summaryZh: '更换 Webhook 密钥或表单 URL，旧的立即失效',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ webhook_url: z.string(), form_url: z.string(), secret: z.string() }),
  }),
  preview: op('GET /api/workflow_api/preview_schedule', {
    summary: 'Preview the next runs of a schedule',
    summaryZh: '预览定时计划的下次执行时间',
    input: () =>
      z.object({
        cron: z.string().max(200),
        time_zone: z.string().max(100).default('UTC'),
        count: int().pipe(z.int().min(1).max(20)).default(5),
      }),
    output: () => z.object({ times: z.array(z.number()) }),
  }),
  events: op('GET /api/workflow_api/list_trigger_events', {
    summary: 'List the events that can start a workflow',
    summaryZh: '列出可启动工作流的事件',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id(), project_id: idOrNone(), app_type: int().optional() }),
    output: () =>
      z.object({
        trigger_apps: z.array(
          z.object({
            app_id: z.string(),
            name: z.string(),
            description: z.string(),
            icon: z.string(),
            app_type: z.string(),
            events: z.array(
              z.object({
                id: z.string(),
                event_id: z.string(),
                name: z.string(),
                description: z.string(),
                /** JSON schema of the event's data. */
                input_schema: z.string(),
                /** The kind of resource that the event watches; empty if none. */
                source_kind: z.string(),
              }),
            ),
          }),
        ),
        total: z.number(),
      }),
  }),
  list: op('GET /api/workflow_api/list_triggers', {
    summary: 'List the triggers of a workflow',
    summaryZh: '列出工作流的触发器',
    access: onWorkflow('view'),
    input: () =>
      z.object({
        ...where,
        workflow_id: id(),
        trigger_id: idOrNone(),
        set_type: int().optional(),
        page_size: pageSize(),
        page_num: pageNumber(),
      }),
    output: () => z.object({ trigger_list: z.array(triggerSchema), total: z.number() }),
  }),
  get: op('GET /api/workflow_api/get_trigger', {
    summary: 'Get the latest trigger of a workflow',
    summaryZh: '获取工作流最新的触发器',
    access: onWorkflow('view'),
    input: () => z.object({ ...where, workflow_id: id(), set_type: int().optional() }),
    output: triggerSchema,
  }),
  remove: op('POST /api/workflow_api/delete_trigger', {
    summary: 'Delete a trigger',
    summaryZh: '删除触发器',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ affected_rows: z.number() }),
  }),
  test: op('POST /api/workflow_api/testrun_trigger', {
    summary: 'Run the draft with the inputs of a trigger',
    summaryZh: '用触发器的输入运行草稿',
    access: onTrigger('testRunWorkflow'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ workflow_id: z.string(), execute_id: z.string(), session_id: z.string() }),
  }),
  fire: op('POST /api/workflow_api/fire_trigger', {
    summary: 'Run the published workflow now with the inputs of a trigger',
    summaryZh: '立即用触发器的输入运行已发布的工作流',
    access: onTrigger('testRunWorkflow'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ execute_id: z.string() }),
  }),
  history: op('GET /api/workflow_api/list_trigger_history', {
    summary: 'List what a trigger started, newest first',
    summaryZh: '列出触发器启动的运行，最新在前',
    access: onTrigger('view'),
    input: () =>
      z.object({
        ...where,
        trigger_id: id(),
        is_failed: bool().optional(),
        page_size: pageSize(),
        page_num: pageNumber(),
      }),
    output: () => z.object({ list: z.array(firingSchema), total: z.number(), has_more: z.boolean() }),
  }),
  listen: op('POST /api/workflow_api/listen_trigger', {
    summary: 'Start or stop waiting for a test call of a webhook',
    summaryZh: '开始或停止等待 Webhook 测试调用',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, trigger_id: id(), is_on: bool().default(true) }),
    output: () => z.object({ test_url: z.string(), until: z.number() }),
  }),
  heard: op('GET /api/workflow_api/get_test_call', {
    summary: 'Get the test call a webhook received',
    summaryZh: '获取 Webhook 收到的测试调用',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ is_listening: z.boolean(), until: z.number(), call: receivedCallSchema.optional() }),
  }),
  listPublished: op('GET /api/workflow_api/list_publish_trigger', {
    summary: 'List the triggers of a project or space',
    summaryZh: '列出项目或空间的触发器',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        project_id: idOrNone(),
        set_type: int().optional(),
        app_type: int().optional(),
        query: z.string().max(200).optional(),
        page_size: pageSize(),
        page_num: pageNumber(),
      }),
    output: () => z.object({ data: z.array(publishSchema), total: z.number() }),
  }),
  getPublished: op('GET /api/workflow_api/get_publish_trigger', {
    summary: 'Get a live trigger',
    summaryZh: '获取线上触发器',
    access: { on: 'trigger', id: 'source_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ ...where, source_id: id() }),
    output: () => z.object({ data: z.array(publishSchema), total: z.number() }),
  }),
  operate: op('POST /api/workflow_api/operate_publish_trigger', {
    summary: 'Turn a trigger on or off',
    summaryZh: '启用或停用触发器',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, connector_id: apiChannelId(), trigger_id: id(), status }),
  }),
  hook: op(
    [
      'POST /api/workflow_hook/{trigger_id}',
      'PUT /api/workflow_hook/{trigger_id}',
      'GET /api/workflow_hook/{trigger_id}',
    ],
    {
      summary: 'Call a webhook with a signature or token; each delivery is accepted once',
      summaryZh: '用签名或令牌调用 Webhook，同一次投递只处理一次',
      access: 'public',
      ownAuthorization: true,
      reply: 'flat',
      body: 'raw',
      bodyLimit: TRIGGER_LIMITS.bodyBytes,
      limit: hookLimit,
      input: () => z.object({ trigger_id: id() }),
      output: () => z.object({ execute_id: z.string(), duplicate: z.boolean() }),
    },
  ),
  hookTest: op(
    [
      'POST /api/workflow_hook/{trigger_id}/test',
      'PUT /api/workflow_hook/{trigger_id}/test',
      'GET /api/workflow_hook/{trigger_id}/test',
    ],
    {
      summary: 'Send a test call to a webhook that is listening; it runs the draft',
      summaryZh: '向正在监听的 Webhook 发送测试调用，将运行草稿',
      access: 'public',
      ownAuthorization: true,
      reply: 'flat',
      body: 'raw',
      bodyLimit: TRIGGER_LIMITS.bodyBytes,
      limit: hookLimit,
      input: () => z.object({ trigger_id: id() }),
      output: () => z.object({ execute_id: z.string() }),
    },
  ),
}
