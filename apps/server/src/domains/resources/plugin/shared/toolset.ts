import { type ApiExtend, type ApiParameter, ApiMethod, SideEffect } from '@orrery/contract'
import type { CallerScope } from '#kit/caller-scope.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'
import type { ToolExample, ToolRow } from '../plugin.table.ts'
import { toJsonSchema } from '#kit/json-schema/json-schema.ts'

/** Caller of a tool. A call reaches nothing beyond the space and the caller's own grants. */
export interface CallContext extends CallerScope {
  workflowId?: string
  /** The variables of the bot, for parameters that refer to one. */
  variables?(): Promise<Record<string, string>>
  /** Text for the user while a streaming tool is still at work. */
  say?(delta: string): void
  /** Stable over retries of the same call. */
  key?: string
}
/** Settings of a bot or a model node for a tool. */
export interface ToolSettings {
  request: ApiParameter[]
  response: ApiParameter[]
}
export interface CallResult {
  output: unknown
  raw: string
  /** The request as a person may see it, keys masked. */
  request: string
  /** Where the user can authorize the plugin; nothing was called. */
  authUrl?: string
  /** The mock set that answered instead. */
  mockSet?: string
}
export interface Tool {
  id: string
  name: string
  description: string
  request: ApiParameter[]
  response: ApiParameter[]
  /** Schema of the arguments. */
  parameters: JsonSchema
  disabled: boolean
  /** It changes something outside. */
  changes: boolean
  runMode: number
  /** Whether it needs the person's own authorization; absent where there is none to give. */
  authMode?: number
  example: ToolExample | null
  /** Longer than a call usually takes. */
  timeoutMs?: number
  /** Price of a call; absent means free. */
  pricing?: NonNullable<ApiExtend['pricing']>
}
/** Tools that come together: a plugin, an official plugin, or an MCP server. */
export interface Toolset {
  id: string
  source: 'plugin' | 'official' | 'mcp'
  name: string
  description: string
  iconUri: string
  /** Its space; official ones exist everywhere. */
  spaceId: string | undefined
  version: string
  versionId: string
  /** Its tools run in the page of the person; nothing here can call them. */
  isLocal?: boolean
  tools: Tool[]
  call(tool: Tool, args: Record<string, unknown>, context: CallContext, settings?: ToolSettings): Promise<CallResult>
}
/** Source of toolsets. `version` is a version name or id; empty means the newest published one. */
export interface ToolsetSource {
  /** In the reader's language; models get English. */
  find(id: string, version: string, isDraft: boolean, locale?: CallContext['locale']): Promise<Toolset | undefined>
}

export const toTool = (row: ToolRow, changes: boolean): Tool => ({
  id: row.id,
  name: row.name,
  description: row.description,
  request: row.request,
  response: row.response,
  parameters: toJsonSchema(row.request),
  disabled: row.disabled,
  changes,
  runMode: row.extend.run_mode,
  authMode: row.extend.auth_mode,
  example: row.example,
  ...(row.extend.pricing && { pricing: row.extend.pricing }),
})
/** Reading is told by the method, unless the maker of the tool knows better. */
export const changesSomething = ({ method, extend }: Pick<ToolRow, 'method' | 'extend'>): boolean =>
  extend.side_effect === SideEffect.byMethod ? method !== ApiMethod.GET : extend.side_effect === SideEffect.some
/** Toolsets that every space can use. */
export interface OfficialSource extends ToolsetSource {
  has(id: string): boolean
  list(locale: 'en' | 'zh-CN'): Toolset[]
}
/** MCP servers of a space, as toolsets. */
export interface SpaceSource extends ToolsetSource {
  list(spaceId: string): Promise<Toolset[]>
}
