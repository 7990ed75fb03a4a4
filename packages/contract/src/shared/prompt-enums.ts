/** Wire values of the prompt platform. */
export const PromptType = { completion: 1, chat: 2, messages: 3, segment: 4 } as const
export type PromptType = (typeof PromptType)[keyof typeof PromptType]
export const PromptMessageType = { system: 1, user: 2, assistant: 3, tool: 4, placeholder: 20 } as const
export const PromptPartType = { text: 1, image: 2, binary: 3, imageVariable: 4 } as const
export const PromptVariableType = {
  string: 1,
  integer: 2,
  boolean: 3,
  number: 4,
  array: 5,
  object: 6,
  placeholder: 7,
  image: 8,
} as const
export const PromptToolChoice = { auto: 1, none: 2, specific: 3 } as const
/** Level 4 is the strictest: such texts are kept out of traces and exports. */
export const PromptSecurity = { l1: 1, l2: 2, l3: 3, l4: 4 } as const
export const PromptStatus = { draft: 1, committed: 2 } as const

export const PromptEnv = { test: 1, production: 2 } as const
export const ReleaseStatus = { online: 1, offline: 2, canary: 4 } as const
export const ReleaseTaskStatus = {
  pendingStart: 1,
  inProgress: 2,
  pendingApproval: 3,
  approved: 4,
  rejected: 5,
  gray: 6,
  finished: 7,
  cancelled: 8,
  rolledBack: 9,
} as const
export const ReleaseStepStatus = {
  pendingStart: 1,
  inProgress: 2,
  done: 3,
  pendingApproval: 4,
  approved: 5,
  rejected: 6,
  finished: 7,
  failed: 8,
  skipped: 9,
  rolledBack: 10,
  cancelled: 11,
} as const
export const releaseSteps = ['check', 'approve', 'canary', 'full'] as const
export type ReleaseStep = (typeof releaseSteps)[number]
export const ReleaseTrigger = { start: 1, approve: 2, reject: 3, finish: 4, retry: 5, skip: 6 } as const

/** Labels that exist in every space. */
export const promptLabels = ['production', 'beta', 'test'] as const
/** SDKs request this version to get the draft of the token's owner. */
export const DRAFT_VERSION = '$Draft'
export const PROMPT_PLATFORM_LIMITS = {
  key: 100,
  messages: 200,
  text: 100_000,
  detail: 1_000_000,
  variables: 100,
  tools: 50,
  segments: 100,
  segmentDepth: 5,
  columns: 4,
  tags: 20,
  variableSets: 50,
  /** Base64 length of one image in a prompt or value. */
  image: 400_000,
  /** How many calls both versions need before the guard compares them. */
  guardCalls: 50,
} as const
