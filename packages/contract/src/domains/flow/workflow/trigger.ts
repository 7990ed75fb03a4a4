import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { onWorkflow, spaceIdHint } from './shapes.ts'

const jsonText = z.string().max(200_000)
const status = int().pipe(z.union([z.literal(0), z.literal(1)]))
const triggerSchema = z.object({
  trigger_id: z.string(),
  user_id: z.string(),
  connector_id: z.string(),
  name: z.string(),
  event_id: z.string(),
  event_input_schema: z.string(),
  config: z.string(),
  payload: z.string(),
  workflow_id: z.string(),
  create_time: z.number(),
  status: z.number(),
  webhook_url: z.string(),
  next_trigger_time: z.number(),
  last_trigger_time: z.number(),
  last_execute_id: z.string(),
  last_error: z.string(),
})
export type TriggerInfo = z.infer<typeof triggerSchema>
const publishSchema = z.object({
  source_id: z.string(),
  name: z.string(),
  app_type: z.number(),
  config: z.string(),
  connector_id: z.array(z.string()),
  set_type: z.number(),
  next_trigger_time: z.number(),
  creator: z.string(),
  version: z.string(),
  trigger_id: z.string(),
  status: z.number(),
  execut_status: z.number(),
})
export type PublishedTrigger = z.infer<typeof publishSchema>
const onTrigger = (can: 'view' | 'editInfo' | 'testRunWorkflow') => ({ on: 'trigger', id: 'trigger_id', can }) as const
const where = { space_id: spaceIdHint, project_id: idOrNone() }

/** Triggers: schedules and webhooks. */
export const workflowTrigger = {
  save: op('POST /api/workflow_api/save_trigger', {
    summary: 'Make or change a schedule or webhook of a workflow',
    access: onWorkflow('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...where,
        workflow_id: id(),
        trigger_id: idOrNone(),
        connector_id: idOrNone(),
        name: z.string().trim().max(100).default(''),
        event_id: z.enum(['schedule', 'webhook']),
        config: jsonText.default('{}').describe('of a schedule: {"cron","timeZone","missed":"once"|"skip"}'),
        payload: jsonText.default('{}').describe('the inputs of the workflow'),
        status: status.default(1),
        set_type: int().pipe(z.int().min(0).max(4)).default(4),
      }),
    output: () =>
      z.object({
        trigger_id: z.string(),
        webhook_url: z.string(),
        /** Shown this once. */
        secret: z.string(),
      }),
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
            events: z.array(z.object({ event_id: z.string(), name: z.string(), description: z.string() })),
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
    input: () => z.object({ ...where, connector_id: idOrNone(), trigger_id: id(), status }),
  }),
  hook: op('POST /api/workflow_hook/{trigger_id}', {
    summary: 'Deliver an event to a webhook; signed with its secret, taken once',
    access: 'public',
    reply: 'flat',
    body: 'raw',
    bodyLimit: 1_000_000,
    limit: { by: 'address', max: 600, seconds: 60 },
    input: () => z.object({ trigger_id: id() }),
    output: () => z.object({ execute_id: z.string(), duplicate: z.boolean() }),
  }),
}
