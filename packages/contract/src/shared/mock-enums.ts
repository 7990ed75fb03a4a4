/** Numbers of mock sets and test cases as clients know them. Without zod, because the web app imports them. */

/** The type of object that a mock set or test case belongs to. */
export const ComponentType = {
  undefined: 0,
  plugin: 10000,
  tool: 10001,
  workflow: 10002,
  subWorkflow: 10003,
  llmNode: 10004,
  codeNode: 10005,
  knowledgeNode: 10006,
  toolNode: 10007,
  startNode: 10008,
} as const
export const TrafficScene = {
  undefined: 0,
  agentDebug: 10000,
  multiAgentDebug: 10001,
  toolDebug: 10002,
  workflowDebug: 10003,
} as const
export const GenStatus = { undefined: 0, finished: 1, pending: 2, running: 3, canceled: 4, failed: 5 } as const
