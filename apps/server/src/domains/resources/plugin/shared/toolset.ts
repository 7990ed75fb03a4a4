import { type ApiExtend, type ApiParameter, ApiMethod, SideEffect } from '@orrery/contract'
import type { CallerScope } from '#kit/caller-scope.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'
import type { ToolExample, ToolRow } from '../plugin.table.ts'
import { toJsonSchema } from '#kit/json-schema/json-schema.ts'

/** The caller of a tool. A call has no access beyond the space and the caller's own grants. */
export interface CallContext extends CallerScope {
  workflowId?: string
  /** The variables of the bot, for parameters that refer to one. */
  variables?(): Promise<Record<string, string>>
  /** Streams text to the user while the tool is running. */
  say?(delta: string): void
  /** Idempotency key: the same for retries of a call. */
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
  /** The request to show to a person, with keys masked. */
  request: string
  /** Where the user can authorize the plugin; set if the call was not made for lack of authorization. */
  authUrl?: string
  /** The mock set that answered instead of the tool. */
  mockSet?: string
}
export interface Tool {
  id: string
  name: string
  description: string
  request: ApiParameter[]
  response: ApiParameter[]
  /** JSON Schema of the arguments. */
  parameters: JsonSchema
  disabled: boolean
  /** Whether a call has side effects. */
  changes: boolean
  runMode: number
  /** Whether the user's own authorization is needed; absent if there is no OAuth. */
  authMode?: number
  example: ToolExample | null
  /** Set if the tool needs longer than the usual timeout. */
  timeoutMs?: number
  /** The price of a call; absent means free. */
  pricing?: NonNullable<ApiExtend['pricing']>
}
/** A group of tools: a plugin, an official plugin, or an MCP server. */
export interface Toolset {
  id: string
  source: 'plugin' | 'official' | 'mcp'
  name: string
  description: string
  iconUri: string
  /** The space of the toolset; undefined for official ones, which exist everywhere. */
  spaceId: string | undefined
  version: string
  versionId: string
  /** Whether its tools run in the page of the person; the server cannot call them. */
  isLocal?: boolean
  tools: Tool[]
  call(tool: Tool, args: Record<string, unknown>, context: CallContext, settings?: ToolSettings): Promise<CallResult>
}
/** Source of toolsets. `version` is a version name or id; empty means the newest published one. */
export interface ToolsetSource {
  /** Finds a toolset, in the reader's language; models get English. */
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
/** Whether a tool has side effects: according to its method, unless its author has specified it. */
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
