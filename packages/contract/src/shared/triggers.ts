/** Types of triggers that start a workflow. */
export const triggerKinds = ['schedule', 'webhook', 'form', 'event'] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** Events that a trigger can wait for, with the kind of resource that they happen to. */
export const triggerEvents = {
  'run.succeeded': { source: 'workflow', fields: ['workflow_id', 'execute_id', 'output'] },
  'run.failed': { source: 'workflow', fields: ['workflow_id', 'execute_id', 'error'] },
  'document.ready': { source: 'knowledge', fields: ['dataset_id', 'document_id', 'name'] },
  'document.failed': { source: 'knowledge', fields: ['dataset_id', 'document_id', 'name', 'error'] },
  'chat.completed': { source: 'bot', fields: ['bot_id', 'conversation_id', 'chat_id'] },
  'chat.failed': { source: 'bot', fields: ['bot_id', 'conversation_id', 'chat_id', 'error'] },
  /** `row` is omitted if people see only their own rows. */
  'row.created': { source: 'database', fields: ['database_id', 'row_id', 'row'] },
  'row.changed': { source: 'database', fields: ['database_id', 'row_id', 'row'] },
  'row.deleted': { source: 'database', fields: ['database_id', 'row_id', 'row'] },
} as const satisfies Record<string, { source: string; fields: readonly string[] }>
export type TriggerEvent = keyof typeof triggerEvents
export const triggerEventNames = Object.keys(triggerEvents) as TriggerEvent[]
export const isTriggerEvent = (name: unknown): name is TriggerEvent =>
  typeof name === 'string' && Object.hasOwn(triggerEvents, name)

export const webhookMethods = ['POST', 'PUT', 'GET'] as const
export type WebhookMethod = (typeof webhookMethods)[number]
/** How a caller proves that they know the secret: by signing the body, or by sending the secret. */
export const webhookAuths = ['signature', 'token'] as const
export type WebhookAuth = (typeof webhookAuths)[number]

/** What people see after they submit a form: a text, or the result of the workflow. */
export const formEnds = ['message', 'result'] as const
export type FormEnd = (typeof formEnds)[number]

export const TRIGGER_LIMITS = {
  perWorkflow: 100,
  callsPerMinute: 600,
  bodyBytes: 1_000_000,
  /** Submissions of one form per minute, by all people together. */
  formsPerMinute: 120,
  filesPerMinute: 40,
  formBytes: 300_000,
  fileBytes: 20 * 1024 * 1024,
  /** How long the editor waits for a test call. */
  listenMs: 120_000,
  /** How many workflows may start each other by events in a chain. */
  eventDepth: 5,
  title: 100,
  text: 2000,
  button: 40,
} as const
