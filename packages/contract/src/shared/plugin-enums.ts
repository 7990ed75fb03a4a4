/** Numbers of plugins as clients know them. Without zod, because the web app imports them. */
export const PluginType = { plugin: 1, app: 2, func: 3, workflow: 4, imageflow: 5, local: 6 } as const
export const CreationMethod = { cloud: 0, ide: 1 } as const
export const AuthType = { none: 0, service: 1, oauth: 3 } as const
export const AuthLocation = { header: 1, query: 2 } as const
export const ParameterLocation = { path: 1, query: 2, body: 3, header: 4 } as const
export const ParameterType = { string: 1, integer: 2, number: 3, object: 4, array: 5, bool: 6 } as const
export const ApiMethod = { GET: 1, POST: 2, PUT: 3, DELETE: 4, PATCH: 5 } as const
/** Whether a tool needs the authorisation of its plugin. */
export const ToolAuthMode = { required: 0, supported: 1, disabled: 2 } as const
export const ToolRunMode = { defaultToSync: 0, sync: 1, async: 2, streaming: 3 } as const
export const OAuthStatus = { authorized: 1, unauthorized: 2 } as const
/** What a person needs before they can use a plugin. */
export const PluginAuthMode = { none: 0, required: 1, configured: 2, supported: 3, needInstalled: 9 } as const
export type PluginAuthMode = (typeof PluginAuthMode)[keyof typeof PluginAuthMode]
export const PluginStatus = {
  draft: 0,
  submitted: 1,
  reviewing: 2,
  prepared: 3,
  published: 4,
  offline: 5,
  banned: 6,
} as const
export const ProductStatus = { neverListed: 0, listed: 1, unlisted: 2, banned: 3 } as const
export const DebugOperation = { debug: 1, parse: 2 } as const
export const ImportFormat = { openapi: 1, curl: 2, postman: 3, swagger: 4, har: 5 } as const
export const ProgramLang = { curl: 1, wget: 2, nodejs: 3, python: 4, golang: 5 } as const
/** Where the default value of a parameter comes from. */
export const DefaultSource = { input: 0, variable: 1 } as const
/** What happens to a response that does not match the declared structure. */
export const ResponseStrategy = { fit: 0, raw: 1, error: 2 } as const
/** Whether a call has side effects: determined by its HTTP method, or declared by its author. */
export const SideEffect = { byMethod: 0, none: 1, some: 2 } as const
export const CopyScene = {
  copyProjectResource: 1,
  copyToLibrary: 2,
  moveToLibrary: 3,
  copyFromLibrary: 4,
  crossSpaceCopy: 12,
  // Extensions of this product from here on: other products only copy.
  moveToProject: 101,
  moveToSpace: 102,
} as const
export const CopyStatus = { succeeded: 1, processing: 2, failed: 3, canceled: 4 } as const
/** Placeholder for a stored secret; when a client sends it back, the secret stays unchanged. */
export const KEPT_SECRET = '********'
export const PLUGIN_LIMITS = {
  name: 60,
  description: 2000,
  versionNote: 800,
  feedback: 2000,
  /** The message that is shown while a tool works in the background. */
  pendingMessage: 500,
  tools: 200,
  parameters: 200,
  code: 200_000,
  import: 2_000_000,
  lockMs: 30 * 60_000,
} as const
