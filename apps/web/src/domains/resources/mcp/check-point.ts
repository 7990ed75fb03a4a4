import { api } from '#lib/api.ts'
import type { McpPoint } from './mcp.queries.ts'

/** Queries the server for its tools again, without changing the access point. */
export const checkPoint = async (point: McpPoint): Promise<McpPoint> =>
  (await api.mcp.updatePoint({ mcp_server_id: point.mcp_server_id, access_point_id: point.id })).mcp_server_access_point
