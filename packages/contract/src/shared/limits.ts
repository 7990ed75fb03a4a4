/** Longest texts, largest numbers and counts that calls accept. Forms show the same numbers, so they are stated once, here. */
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
/** What the owner puts in front in the marketplace. */
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
/** What people write about products of the marketplace. */
export const OPINION_LIMITS = { rating: 500, report: 1000, reason: 500 } as const
/** Days for which the bin of a space keeps what was deleted. */
export const BIN_DAYS = 30
export const USAGE_LIMITS = { max: 1_000_000_000_000 } as const
/** Letters of a label that the owner of an instance gives a person. */
export const USER_LABEL_LIMIT = 20

/** Name of an instance, as it stands on its sign-in page. */
export const BRAND_NAME_LIMIT = 40
