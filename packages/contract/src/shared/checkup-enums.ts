/** Which questions a check-up asks. */
export const CheckupScene = { full: '1', quick: '2', tools: '3', knowledge: '4', safety: '5' } as const
export type CheckupScene = (typeof CheckupScene)[keyof typeof CheckupScene]
export const CheckupStatus = { creating: 1, processing: 2, terminated: 3, completed: 4, error: 5 } as const

/** The modules of a check-up, in the order in which they are shown. */
export const checkupModules = [
  'answers',
  'knowledge',
  'plugins',
  'workflows',
  'tasks',
  'memory',
  'agents',
  'persona',
  'safety',
  'speed',
] as const
export type CheckupModule = (typeof checkupModules)[number]
/** Blocks of the bot editor that can cause a failed row. */
export const editorBlocks = [
  'persona',
  'model',
  'plugins',
  'workflows',
  'knowledge',
  'variables',
  'databases',
  'memory',
  'tasks',
  'agents',
  'opening',
] as const
export type EditorBlock = (typeof editorBlocks)[number]
/** Topics of the built-in questions, as module and part. */
export const builtInQuestions = [
  'answers/general',
  'knowledge/unanswerable',
  'plugins/no_tool',
  'tasks/scheduled',
  'persona/language',
  'persona/character',
  'safety/leak',
  'safety/harm',
  'speed/whole',
] as const
export type BuiltInQuestions = (typeof builtInQuestions)[number]

/** Statuses of a comparison on the wire. */
export const BatchStatus = {
  awaiting: 1,
  running: 2,
  complete: 3,
  failed: 4,
  creating: 5,
  paused: 6,
  testRun: 7,
} as const
export type BatchStatus = (typeof BatchStatus)[keyof typeof BatchStatus]
export const BatchObject = { bot: 1, workflow: 2, model: 3 } as const
export type BatchObject = (typeof BatchObject)[keyof typeof BatchObject]
/** `full` judges the outputs; `outputsOnly` only collects them. */
export const RunType = { full: 1, outputsOnly: 2 } as const
export type RunType = (typeof RunType)[keyof typeof RunType]

export const CHECKUP_LIMITS = {
  rows: 120,
  quickRows: 30,
  kept: 200,
  perSpace: 3,
  text: 4000,
  objects: 10,
  datasets: 10,
  batchRows: 5000,
  datasetRows: 1000,
  testRows: 5,
  rowsShown: 20,
  judge: 10_000,
} as const
