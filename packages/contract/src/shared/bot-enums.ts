/** Numbers in the configuration of a bot. Without zod, because the web app imports them. */
export const BotMode = { single: 0, multi: 1, workflow: 2 } as const
export type BotMode = (typeof BotMode)[keyof typeof BotMode]

/** copying, copyFailed: a duplicate whose resources are still being copied, or could not be copied. */
export const BotStatus = { using: 1, deleted: 2, banned: 3, moveFailed: 4, copying: 5, copyFailed: 6 } as const
export type BotStatus = (typeof BotStatus)[keyof typeof BotStatus]

export const ContextMode = { chat: 0, functionCall1: 1, functionCall2: 2, functionCall3: 3 } as const
export const ResponseFormat = { text: 0, markdown: 1, json: 2 } as const
export const ModelStyle = { custom: 0, creative: 1, balance: 2, precise: 3 } as const
export const CacheType = { closed: 0, prefix: 1 } as const
export const PromptMode = { standard: 0, prefix: 1 } as const
export const PluginFrom = { default: 0, saas: 1 } as const
export const OnboardingMode = { none: 1, manual: 2, model: 3 } as const
export const SuggestedQuestionsShowMode = { random: 0, all: 1 } as const
export const SearchStrategy = { semantic: 0, hybrid: 1, fullText: 20 } as const
export const NoRecallReplyMode = { default: 0, customPrompt: 1 } as const
export const ShowSourceMode = { replyBottom: 0, cardList: 1 } as const
export const FieldType = { text: 1, number: 2, date: 3, float: 4, boolean: 5 } as const
export const TableMode = { singleUser: 1, readOnly: 2, multiUser: 3, max: 4 } as const
export const SuggestReplyMode = { system: 0, custom: 1, off: 2, originBot: 3 } as const
export const UserInputType = { notSet: 0, text: 1, voice: 2, call: 3, videoCall: 4 } as const
export const OnOff = { off: 0, on: 1 } as const

export const AgentType = { start: 0, model: 1, task: 2, global: 3, bot: 4 } as const
export type AgentType = (typeof AgentType)[keyof typeof AgentType]
export const SessionType = { flow: 1, host: 2 } as const
export const Backtrack = { current: 1, previous: 2, start: 3, mostSuitable: 4 } as const
export const Recognition = { functionCall: 1, independent: 2 } as const
export const JudgeTiming = { before: 1, after: 2, both: 3 } as const
export const RecognitionModel = { small: 0, large: 1 } as const
export const LineStyle = { curve: 0, straight: 1 } as const
export const ReferenceUpdate = { manual: 1, auto: 2 } as const

export const ShortcutSend = { query: 0, panel: 1 } as const
export const ShortcutTool = { workflow: 1, plugin: 2 } as const
export const ShortcutInput = {
  text: 0,
  select: 1,
  image: 2,
  doc: 3,
  table: 4,
  audio: 5,
  mixed: 6,
  video: 7,
  archive: 8,
  code: 9,
  txt: 10,
  ppt: 11,
} as const

/** The state of a draft: changed since its last commit, unchanged since, or published. */
export const Branch = { undefined: 0, personalDraft: 1, base: 2, publish: 3 } as const
/** An autosaved state, a published version, or a commit; 5 filters for both commits and publications. */
export const HistoryType = { save: 1, publish: 2, commit: 4, commitAndPublish: 5 } as const
export const TabStatus = { default: 0, open: 1, close: 2, hide: 3 } as const
export type TabStatus = (typeof TabStatus)[keyof typeof TabStatus]

/** Channels that need no other platform: the widget, the API, and the public page. */
export const ConnectorId = { webSdk: '999', api: '1024', page: '10000122' } as const

/** The name of a variable: valid in workflows, in prompts and in memory calls. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
export const BOT_LIMITS = {
  name: 20,
  description: 500,
  prologue: 300,
  suggestion: 50,
  suggestionPrompt: 5000,
  persona: 100_000,
  agents: 100,
  shortcuts: 100,
  versionNote: 2000,
} as const
