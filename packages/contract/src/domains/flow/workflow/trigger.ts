import { z } from 'zod'
import { op } from '#kit.ts'
import { ConnectorId } from '#shared/bot-enums.ts'
import { bool, id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { TRIGGER_LIMITS, triggerKinds } from '#shared/triggers.ts'
import { onWorkflow, spaceIdHint } from './shapes.ts'
import { firingSchema, heardSchema, publishSchema, triggerSchema } from './trigger-shapes.ts'

const jsonText = z.string().max(200_000)
const status = int().pipe(z.union([z.literal(0), z.literal(1)]))
const hookLimit = { by: 'address', max: TRIGGER_LIMITS.callsPerMinute, seconds: 60 } as const
const onTrigger = (can: 'view' | 'editInfo' | 'testRunWorkflow') => ({ on: 'trigger', id: 'trigger_id', can }) as const
const where = { space_id: spaceIdHint, project_id: idOrNone() }

/** Triggers belong to the channel for programs: within a project they run what it serves there. */
const programs = () =>
  idOrNone().refine((value) => value === undefined || value === ConnectorId.api, {
    error: `triggers run what is served to programs. Leave it out, or send ${ConnectorId.api}`,
    params: { zh: `触发器运行的是 API 渠道的版本，请不要填写，或填写 ${ConnectorId.api}` },
  })

/** What starts a workflow by itself: schedules, webhooks, forms and events. */
export const workflowTrigger = {
  save: op('POST /api/workflow_api/save_trigger', {
    summary: 'Create or change a trigger of a workflow',
    access: onWorkflow('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...where,
        workflow_id: id(),
        trigger_id: idOrNone(),
        connector_id: programs(),
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
        /** Shown this once. */
        secret: z.string(),
      }),
  }),
  rotate: op('POST /api/workflow_api/rotate_trigger', {
    summary: 'Give a webhook a new secret, or a form a new address; the old one ends at once',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ webhook_url: z.string(), form_url: z.string(), secret: z.string() }),
  }),
  preview: op('GET /api/workflow_api/preview_schedule', {
    summary: 'The next times of a schedule before it is saved',
    input: () =>
      z.object({
        cron: z.string().max(200),
        time_zone: z.string().max(100).default('UTC'),
        count: int().pipe(z.int().min(1).max(20)).default(5),
      }),
    output: () => z.object({ times: z.array(z.number()) }),
  }),
  events: op('GET /api/workflow_api/list_trigger_events', {
    summary: 'What can start a workflow',
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
                /** JSON schema of what the event brings. */
                input_schema: z.string(),
                /** The kind of resource that is watched, empty when none is. */
                source_kind: z.string(),
              }),
            ),
          }),
        ),
        total: z.number(),
      }),
  }),
  list: op('GET /api/workflow_api/list_triggers', {
    summary: 'Triggers of a workflow',
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
    summary: 'The newest trigger of a workflow',
    access: onWorkflow('view'),
    input: () => z.object({ ...where, workflow_id: id(), set_type: int().optional() }),
    output: triggerSchema,
  }),
  remove: op('POST /api/workflow_api/delete_trigger', {
    summary: 'Delete a trigger',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ affected_rows: z.number() }),
  }),
  test: op('POST /api/workflow_api/testrun_trigger', {
    summary: 'Run the draft with the inputs of a trigger',
    access: onTrigger('testRunWorkflow'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ workflow_id: z.string(), execute_id: z.string(), session_id: z.string() }),
  }),
  fire: op('POST /api/workflow_api/fire_trigger', {
    summary: 'Run the published workflow now with the inputs of a trigger, also while it is closed',
    access: onTrigger('testRunWorkflow'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ execute_id: z.string() }),
  }),
  history: op('GET /api/workflow_api/list_trigger_history', {
    summary: 'What a trigger has started, newest first, with what came of it',
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
    summary: 'Wait for one test call of a webhook, or stop waiting',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, trigger_id: id(), is_on: bool().default(true) }),
    output: () => z.object({ test_url: z.string(), until: z.number() }),
  }),
  heard: op('GET /api/workflow_api/get_test_call', {
    summary: 'The test call that a webhook has received since it began to listen',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, trigger_id: id() }),
    output: () => z.object({ is_listening: z.boolean(), until: z.number(), call: heardSchema.optional() }),
  }),
  listPublished: op('GET /api/workflow_api/list_publish_trigger', {
    summary: 'Triggers of a project or space',
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
    summary: 'One trigger as it works now',
    access: { on: 'trigger', id: 'source_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ ...where, source_id: id() }),
    output: () => z.object({ data: z.array(publishSchema), total: z.number() }),
  }),
  operate: op('POST /api/workflow_api/operate_publish_trigger', {
    summary: 'Open or close a trigger',
    access: onTrigger('editInfo'),
    input: () => z.object({ ...where, connector_id: programs(), trigger_id: id(), status }),
  }),
  hook: op(
    [
      'POST /api/workflow_hook/{trigger_id}',
      'PUT /api/workflow_hook/{trigger_id}',
      'GET /api/workflow_hook/{trigger_id}',
    ],
    {
      summary: 'Call a webhook, with a signature or the token it was given; the same delivery is taken once',
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
      summary: 'Send a test call to a webhook whose editor listens: it runs the draft',
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
