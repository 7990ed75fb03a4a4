import { z } from 'zod'
import { op } from '#kit.ts'
import { name } from '#shared/fields.ts'

const s = z.string()
const address = z.string().trim().max(500)
const kind = z.enum(['none', 'searxng', 'brave'])
const server = z.object({
  name: name(60),
  description: z.string().trim().max(2000).default(''),
  transport: z.enum(['streamable_http', 'sse']).default('streamable_http'),
  url: address.min(1),
})

/** External services for the tools of all spaces, configured by the owner of the instance. */
export const instanceTools = {
  webSearch: op('GET /api/instance/web_search', {
    summary: 'Get the web search provider',
    summaryZh: '获取联网搜索服务',
    access: 'instance',
    output: () =>
      z.object({
        kind,
        url: s,
        /** A hint to recognise the key; never the key itself. */
        key_hint: s,
        /** `file`: configured in plugins.json in the data folder, because nothing is configured here. */
        source: z.enum(['administration', 'file', 'none']),
      }),
  }),
  saveWebSearch: op('POST /api/instance/web_search', {
    summary: 'Set the web search provider; an omitted key stays unless the URL changes to another host',
    summaryZh: '设置联网搜索服务；未提供密钥时保持不变，更换主机时除外',
    access: 'instance',
    input: () => z.object({ kind, url: address.default(''), api_key: z.string().trim().max(1000).optional() }),
  }),
  tryWebSearch: op('POST /api/instance/web_search/test', {
    summary: 'Run a web search with the saved settings',
    summaryZh: '用已保存的设置搜索一次',
    access: 'instance',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () => z.object({ query: z.string().trim().min(1).max(200) }),
    output: () => z.object({ results: z.array(z.object({ title: s, url: s, snippet: s })) }),
  }),
  mcpServers: op('GET /api/instance/mcp_servers', {
    summary: 'List the MCP servers offered to all spaces',
    summaryZh: '列出提供给所有空间的 MCP 服务',
    access: 'instance',
    output: () =>
      z.object({
        servers: z.array(z.object({ name: s, description: s, transport: s, url: s })),
        /** From mcp.json in the data folder, the only place that can define commands. */
        from_file: z.array(z.object({ name: s, description: s, transport: s, url: s })),
      }),
  }),
  saveMcpServers: op('POST /api/instance/mcp_servers', {
    summary: 'Set the MCP servers offered to all spaces',
    summaryZh: '设置提供给所有空间的 MCP 服务',
    access: 'instance',
    input: () => z.object({ servers: z.array(server).max(100) }),
  }),
}
