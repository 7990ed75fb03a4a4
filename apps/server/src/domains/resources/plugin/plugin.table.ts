import type { ApiExtend, ApiParameter, CommonParams } from '@orrery/contract'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** The authorization settings of a plugin, without secrets. */
export interface PluginAuth {
  type: number
  subType: number
  location: number
  key: string
  oauth: OAuthSettings | null
}
export interface OAuthSettings {
  grantType: 'authorization_code' | 'client_credentials'
  clientId: string
  authorizationUrl: string
  tokenUrl: string
  scope: string
  /** The method of client authentication at the token endpoint. */
  clientAuth: 'post' | 'basic'
}
export interface ToolExample {
  request: string
  response: string
}
export interface ToolCard {
  cardId: string
  mappingRule: string
  maxRows: number
  cardVersion: string
  llmText: boolean
}
export const plugin = pgTable('plugin', {
  id: id('id').primaryKey(),
  pluginType: integer('plugin_type').notNull(),
  creationMethod: integer('creation_method').notNull(),
  runtime: text('runtime').notNull(),
  url: text('url').notNull(),
  auth: json<PluginAuth>()('auth').notNull(),
  /** Sealed JSON: see plugin-secret.ts. */
  secret: text('secret'),
  commonParams: json<CommonParams>()('common_params').notNull(),
  fixedIp: boolean('fixed_ip').notNull(),
  privateLinkId: id('private_link_id'),
  editVersion: integer('edit_version').notNull(),
  versionId: id('version_id'),
  version: text('version').notNull(),
  privacy: text('privacy'),
  nextPosition: integer('next_position').notNull(),
})
export type PluginRow = typeof plugin.$inferSelect

export const pluginTool = pgTable('plugin_tool', {
  id: id('id').primaryKey(),
  pluginId: id('plugin_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  path: text('path').notNull(),
  method: integer('method').notNull(),
  request: json<ApiParameter[]>()('request').notNull(),
  response: json<ApiParameter[]>()('response').notNull(),
  extend: json<ApiExtend>()('extend').notNull(),
  disabled: boolean('disabled').notNull(),
  functionName: text('function_name').notNull(),
  code: text('code').notNull(),
  example: json<ToolExample | null>()('example'),
  debugged: boolean('debugged').notNull(),
  card: json<ToolCard | null>()('card'),
  position: integer('position').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ToolRow = typeof pluginTool.$inferSelect

/** Everything needed to call a published version, except its secret. */
export interface PluginManifest {
  name: string
  description: string
  iconUri: string
  url: string
  auth: PluginAuth
  commonParams: CommonParams
  creationMethod: number
  runtime: string
  privateLinkId: string | null
  /** Whether its tools run in the page of the person who talks with the bot. */
  isLocal?: boolean
  tools: ToolRow[]
}
export const pluginVersion = pgTable('plugin_version', {
  id: id('id').primaryKey(),
  pluginId: id('plugin_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  manifest: json<PluginManifest>()('manifest').notNull(),
  secret: text('secret'),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type PluginVersionRow = typeof pluginVersion.$inferSelect

export const pluginLock = pgTable('plugin_lock', {
  pluginId: id('plugin_id').primaryKey(),
  userId: id('user_id').notNull(),
  until: millis('until').notNull(),
})
export const pluginChangelog = pgTable('plugin_changelog', {
  id: id('id').primaryKey(),
  pluginId: id('plugin_id').notNull(),
  userId: id('user_id').notNull(),
  operation: text('operation').notNull(),
  at: millis('at').notNull(),
})
export const pluginMute = pgTable('plugin_mute', {
  pluginId: id('plugin_id').notNull(),
  userId: id('user_id').notNull(),
  editVersion: integer('edit_version').notNull(),
})
export const pluginGrant = pgTable('plugin_grant', {
  pluginId: id('plugin_id').notNull(),
  userId: id('user_id').notNull(),
  origin: text('origin').notNull(),
  tokens: text('tokens').notNull(),
  expiresAt: millis('expires_at'),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export const pluginGrantRequest = pgTable('plugin_grant_request', {
  stateHash: text('state_hash').primaryKey(),
  pluginId: id('plugin_id').notNull(),
  userId: id('user_id').notNull(),
  verifier: text('verifier').notNull(),
  expiresAt: millis('expires_at').notNull(),
})
export interface UseStyle {
  workflow_response_mode: 0 | 1
  allow_without_asking: boolean
}
export const pluginUse = pgTable('plugin_use', {
  referrerId: id('referrer_id').notNull(),
  nodeId: text('node_id').notNull(),
  pluginId: id('plugin_id').notNull(),
  tool: text('tool').notNull(),
  request: json<ApiParameter[]>()('request').notNull(),
  response: json<ApiParameter[]>()('response').notNull(),
  style: json<UseStyle>()('style').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type PluginUseRow = typeof pluginUse.$inferSelect
export const pluginAsync = pgTable('plugin_async', {
  botId: id('bot_id').notNull(),
  connectorId: text('connector_id').notNull(),
  pluginId: id('plugin_id').notNull(),
  tool: text('tool').notNull(),
  enabled: boolean('enabled').notNull(),
  message: text('message').notNull(),
})
export const pluginAsyncTask = pgTable('plugin_async_task', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  connectorId: text('connector_id').notNull(),
  userId: id('user_id').notNull(),
  pluginId: id('plugin_id').notNull(),
  version: text('version').notNull(),
  tool: text('tool').notNull(),
  args: json<Record<string, unknown>>()('args').notNull(),
  isDraft: boolean('is_draft').notNull(),
  status: integer('status').notNull(),
  result: text('result').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export const pluginFeedback = pgTable('plugin_feedback', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  pluginId: id('plugin_id'),
  kind: integer('kind').notNull(),
  text: text('text').notNull(),
  at: millis('at').notNull(),
})
export type FeedbackRow = typeof pluginFeedback.$inferSelect
export const privateLink = pgTable('private_link', {
  id: id('id').primaryKey(),
  name: text('name').notNull(),
  endpointServiceId: text('endpoint_service_id').notNull(),
  domain: text('domain').notNull(),
  accessUrl: text('access_url').notNull(),
  enterpriseId: text('enterprise_id').notNull(),
  status: integer('status').notNull(),
  createdBy: id('created_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

export const officialFavorite = pgTable('official_favorite', {
  userId: id('user_id').notNull(),
  pluginId: id('plugin_id').notNull(),
  createdAt: millis('created_at').notNull(),
})
