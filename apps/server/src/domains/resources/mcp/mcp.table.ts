import type { McpConfig } from '@orrery/contract'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** A tool as described by the server. */
export interface McpTool {
  name: string
  description: string
  inputSchema: Record<string, unknown>
  outputSchema?: Record<string, unknown>
  isReadOnly: boolean
}
export const mcpServer = pgTable('mcp_server', {
  id: id('id').primaryKey(),
  sourceType: text('source_type').notNull(),
  labels: json<string[]>()('labels').notNull(),
  publishSupported: boolean('publish_supported').notNull(),
  pageUrl: text('page_url').notNull(),
  status: integer('status').notNull(),
})
export const mcpAccessPoint = pgTable('mcp_access_point', {
  id: id('id').primaryKey(),
  serverId: id('server_id').notNull(),
  env: text('env').notNull(),
  lane: text('lane').notNull(),
  transport: text('transport').notNull(),
  url: text('url').notNull(),
  psm: text('psm').notNull(),
  /** Names and requirements of headers and parameters; their values are sealed in `secret`. */
  config: json<McpConfig>()('config').notNull(),
  secret: text('secret').notNull(),
  tools: json<McpTool[]>()('tools').notNull(),
  validation: text('validation').notNull(),
  message: text('message').notNull(),
  validatedAt: millis('validated_at').notNull(),
  status: integer('status').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type McpServerRow = typeof mcpServer.$inferSelect
export type McpPointRow = typeof mcpAccessPoint.$inferSelect
