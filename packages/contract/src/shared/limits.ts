/** Maximum lengths, numbers and counts that calls accept. They are defined once, since forms show them too. */
export const PROFILE_LIMITS = { name: 32, description: 500 } as const
export const SPACE_LIMITS = { name: 50, description: 2000, invitations: 50 } as const
/** Access tokens and OAuth apps. */
export const CREDENTIAL_LIMITS = { name: 64 } as const
export const FOLDER_LIMITS = { name: 50 } as const
export const MODEL_LIMITS = { provider: 50, name: 100, description: 500 } as const
export const PROMPT_LIMITS = { name: 50, description: 600, text: 100_000 } as const
export const VARIABLE_LIMITS = { name: 50, description: 2000, count: 200, value: 64_000 } as const
export const MEMORY_LIMITS = { text: 4000, page: 200, items: 5000 } as const
export const MCP_LIMITS = { name: 60 } as const
/** Mock sets, their rules, and test cases of tools. */
export const MOCK_LIMITS = { name: 60, description: 2000, priority: 1_000_000, generated: 10 } as const
export const WORKFLOW_LIMITS = { name: 100, description: 2000, versionNote: 2000, prompt: 8000 } as const
export const SHORTCUT_LIMITS = { name: 20, command: 20, description: 100, query: 3000 } as const
export const AGENT_LIMITS = { name: 50, intent: 2000 } as const
export const TASK_LIMITS = { name: 50, content: 5000, perBot: 100, perUser: 20 } as const
export const HOOK_LIMITS = { timeoutMs: 60_000 } as const
export const SHARE_LIMITS = {
  password: 100,
  origins: 50,
  title: 40,
  question: 20_000,
  files: 10,
  fileBytes: 20 * 1024 * 1024,
} as const
/** Content that the instance owner features in the marketplace. */
export const SHOWCASE_LIMITS = {
  name: 50,
  reason: 100,
  description: 500,
  button: 20,
  products: 50,
  translated: 20_000,
  translations: 20,
} as const
export const LISTING_LIMITS = { name: 50, description: 2000, readme: 20_000, note: 500, pictures: 6 } as const
/** Reviews and reports by users of the marketplace. */
export const OPINION_LIMITS = { rating: 500, report: 1000, reason: 500 } as const
/** For how many days the bin of a space keeps deleted resources. */
export const BIN_DAYS = 30
export const USAGE_LIMITS = { max: 1_000_000_000_000 } as const
/** Maximum number of characters of a label that the instance owner gives to a person. */
export const USER_LABEL_LIMIT = 20

/** Name of an instance, as shown on its sign-in page. */
export const BRAND_NAME_LIMIT = 40
