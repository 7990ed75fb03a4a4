import { z } from 'zod'

export const triggerSchema = z.object({
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
  /** The page on which people fill in the form of the trigger. */
  form_url: z.string(),
  /** What an event trigger watches; the name is empty if it no longer exists. */
  source_id: z.string(),
  source_name: z.string(),
  next_trigger_time: z.number(),
  last_trigger_time: z.number(),
  last_execute_id: z.string(),
  /** Same values as in the history; -1 before the first time. */
  last_status: z.number(),
  last_error: z.string(),
})
export type TriggerInfo = z.infer<typeof triggerSchema>
export const publishSchema = z.object({
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
/**
 * 0 waiting, 1 running, 2 succeeded, 3 failed, 4 cancelled, 5 waiting for a person, 6 missed, 7 could not be started, 8
 * its record no longer exists.
 */
export const firingSchema = z.object({
  id: z.string(),
  trigger_id: z.string(),
  reason: z.enum(['schedule', 'webhook', 'form', 'event', 'manual']),
  status: z.number(),
  time: z.number(),
  duration_ms: z.number(),
  execute_id: z.string(),
  version: z.string(),
  input: z.string(),
  output: z.string(),
  error: z.string(),
})
export type TriggerFiring = z.infer<typeof firingSchema>
export const receivedCallSchema = z.object({
  time: z.number(),
  method: z.string(),
  content_type: z.string(),
  body: z.string(),
  /** The input of the workflow. */
  input: z.string(),
  execute_id: z.string(),
  error: z.string(),
})
export type ReceivedCall = z.infer<typeof receivedCallSchema>
