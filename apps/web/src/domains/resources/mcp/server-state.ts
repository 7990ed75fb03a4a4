import type { McpPoint, McpServer } from './mcp.queries.ts'

const normal = 1
export const statusOf = { on: 1, off: 2 } as const

export type ServerState = 'off' | 'empty' | 'failed' | 'ready'

export const isOn = (item: { status: number }): boolean => item.status === normal
export const hasFailed = (point: McpPoint): boolean => point.validation_status === 'failed'

/** The access point that calls use: the first one that is on and has tools. */
export const activePoint = (server: McpServer): McpPoint | undefined =>
  server.mcp_server_access_points.find((point) => isOn(point) && point.tools.length > 0)

export function stateOf(server: McpServer): ServerState {
  if (!isOn(server)) return 'off'
  if (server.mcp_server_access_points.length === 0) return 'empty'
  const point = activePoint(server)
  return point && !hasFailed(point) ? 'ready' : 'failed'
}
