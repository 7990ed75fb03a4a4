/** Limits and names of app plans. Without schemas, so that the browser can import them. */
export const APP_PLAN_LIMITS = {
  description: 4000,
  entities: 6,
  fields: 20,
  options: 12,
  pages: 10,
  flows: 5,
  inputs: 10,
  questions: 3,
  bytes: 16 * 1024,
  /** How often a model may repair an invalid result. */
  repairs: 3,
} as const

export const planFieldTypes = ['text', 'longText', 'integer', 'number', 'boolean', 'date', 'choice'] as const
export type PlanFieldType = (typeof planFieldTypes)[number]
export const planPageKinds = ['form', 'table', 'dashboard', 'chat', 'flow', 'free'] as const
export type PlanPageKind = (typeof planPageKinds)[number]

/** Names of entities, fields, pages and flows; they become names of tables and columns. */
export const planName = /^[a-z][a-z0-9_]{0,30}$/
/** Columns that every table has. */
export const reservedFields = [
  'id',
  'uuid',
  'sys_platform',
  'bstudio_id',
  'bstudio_connector_uid',
  'bstudio_connector_id',
  'bstudio_create_time',
] as const

/** Planning and building continue without the person; `waiting` waits for the person. */
export const WorkStatus = { planning: 0, waiting: 1, building: 2, done: 3, failed: 4, stopped: 5, undone: 6 } as const
export type WorkStatus = (typeof WorkStatus)[keyof typeof WorkStatus]
export const StepStatus = { waiting: 0, working: 1, done: 2, failed: 3, undone: 4 } as const
export type StepStatus = (typeof StepStatus)[keyof typeof StepStatus]
