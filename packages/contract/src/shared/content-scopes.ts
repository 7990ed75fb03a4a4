/** Texts of people that are checked against the content rules, by the object that they belong to. */
export const contentScopes = [
  'profile',
  'space',
  'bot',
  'project',
  'workflow',
  'plugin',
  'knowledge',
  'document',
  'database',
  'prompt',
  'folder',
  'mcp',
  'card',
  'product',
] as const
export type ContentScope = (typeof contentScopes)[number]
/** `*` in a rule matches at most this many characters of one line. */
export const WILDCARD_REACH = 20
export const CONTENT_RULE_LIMITS = { rules: 2000, text: 100, message: 200, wildcards: 2, trial: 20_000 } as const
