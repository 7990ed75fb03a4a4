import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import { sha256 } from '#kit/secrets.ts'
import { version } from '#version.ts'
import type { InstanceMcpFile } from './instance-file.ts'
import { mcpErrors } from './mcp.errors.ts'
import type { McpTool } from './mcp.table.ts'

/** Everything needed to connect to a server. */
export interface McpTarget {
  /** Changes whenever any of the fields below changes. */
  key: string
  transport: string
  url: string
  headers: [string, string][]
}
interface McpContent {
  type: string
  text: string
}
export interface McpAnswer {
  contents: McpContent[]
  structured?: unknown
  isError: boolean
}
interface Held {
  key: string
  client: Promise<Client>
  uses: number
  timer?: NodeJS.Timeout
}
const IDLE_MS = 60_000
const CALL_MS = 110_000
const CONNECT_MS = 20_000
const MAX_TOOLS = 500

/** Connections to MCP servers: opened on the first call, reused, closed after a minute without calls. */
export function createMcpClients({
  egress,
  file,
  idleMs = IDLE_MS,
}: {
  egress: Egress
  file: InstanceMcpFile
  idleMs?: number
}) {
  const open = new Map<string, Held>()

  // The SDK is loaded with the first connection: most instances have none.
  async function transportOf(target: McpTarget): Promise<Transport> {
    const sdk = await import('./mcp-sdk.ts')
    if (target.transport === 'stdio') {
      const { command, args, env } = file.allowed(target.url)
      // Only the environment of the file: of our own environment, only what is needed to find programs is passed on.
      return new sdk.StdioClientTransport({
        command,
        args,
        env: { PATH: process.env.PATH ?? '', ...env },
        stderr: 'ignore',
      })
    }
    const url = new URL(target.url)
    const fetch = egress.asFetch({
      secretHeaders: target.headers.map(([name]) => name),
      maxBytes: 20 * 1024 * 1024,
      ...(target.headers.length && { secretOrigin: url.origin }),
    })
    const requestInit = { headers: Object.fromEntries(target.headers) }
    return target.transport === 'sse'
      ? new sdk.SSEClientTransport(url, {
          fetch,
          requestInit,
        })
      : new sdk.StreamableHTTPClientTransport(url, {
          fetch,
          requestInit,
          reconnectionOptions: {
            maxRetries: 0,
            initialReconnectionDelay: 1000,
            maxReconnectionDelay: 1000,
            reconnectionDelayGrowFactor: 1,
          },
        })
  }
  async function connect(target: McpTarget): Promise<Client> {
    const { Client } = await import('./mcp-sdk.ts')
    const client = new Client({ name: 'orrery', version })
    Object.assign(client, { onclose: () => forget(target, client) })
    await client.connect(await transportOf(target), { timeout: CONNECT_MS })
    return client
  }
  const keyOf = (target: McpTarget) => sha256(JSON.stringify(target))
  function forget(target: McpTarget, client?: Client) {
    const key = keyOf(target)
    const held = open.get(key)
    if (!held) return
    clearTimeout(held.timer)
    open.delete(key)
    void held.client.then(
      (item) => (client === undefined || item === client ? item.close().catch(() => {}) : undefined),
      () => {},
    )
  }
  async function use<T>(target: McpTarget, work: (client: Client) => Promise<T>): Promise<T> {
    const key = keyOf(target)
    let held = open.get(key)
    const wasReused = held !== undefined
    if (!held) {
      held = { key: target.key, client: connect(target), uses: 0 }
      open.set(key, held)
    }
    clearTimeout(held.timer)
    held.uses += 1
    try {
      return await work(await held.client)
    } catch (cause) {
      forget(target)
      // A restarted server does not know the session any more: retry once with a new connection.
      if (wasReused && isLost(cause)) return use(target, work)
      throw explain(cause)
    } finally {
      held.uses -= 1
      if (!held.uses) held.timer = setTimeout(() => forget(target), idleMs).unref()
    }
  }

  return {
    async tools(target: McpTarget): Promise<McpTool[]> {
      return use(target, async (client) => {
        const tools: McpTool[] = []
        let cursor: string | undefined
        do {
          const page = await client.listTools(cursor ? { cursor } : {}, { timeout: CONNECT_MS })
          for (const tool of page.tools)
            tools.push({
              name: tool.name.slice(0, 200),
              description: (tool.description ?? tool.title ?? '').slice(0, 4000),
              inputSchema: tool.inputSchema as Record<string, unknown>,
              ...(tool.outputSchema && { outputSchema: tool.outputSchema as Record<string, unknown> }),
              isReadOnly: tool.annotations?.readOnlyHint === true,
            })
          cursor = page.nextCursor
        } while (cursor && tools.length < MAX_TOOLS)
        return tools
      })
    },
    async call(
      target: McpTarget,
      tool: string,
      args: Record<string, unknown>,
      signal?: AbortSignal,
    ): Promise<McpAnswer> {
      return use(target, async (client) => {
        const answer = await client.callTool({ name: tool, arguments: args }, undefined, {
          timeout: CALL_MS,
          ...(signal && { signal }),
        })
        const contents = (Array.isArray(answer.content) ? answer.content : []).map(toContent)
        return {
          contents,
          isError: answer.isError === true,
          ...(answer.structuredContent !== undefined && { structured: answer.structuredContent }),
        }
      })
    },
    /** Closes every connection with this key, whatever headers and parameters its callers had added. */
    forget(key: string) {
      for (const [name, held] of open) {
        if (held.key !== key) continue
        clearTimeout(held.timer)
        open.delete(name)
        void held.client.then((client) => client.close()).catch(() => {})
      }
    },
    async close() {
      const all = [...open.values()]
      open.clear()
      for (const held of all) clearTimeout(held.timer)
      await Promise.all(all.map((held) => held.client.then((client) => client.close()).catch(() => {})))
    },
  }
}
export type McpClients = ReturnType<typeof createMcpClients>

function toContent(value: unknown): McpContent {
  const part = (value ?? {}) as {
    type?: string
    text?: string
    data?: string
    mimeType?: string
    resource?: { text?: string; uri?: string }
    uri?: string
  }
  const type = part.type ?? 'text'
  if (typeof part.text === 'string') return { type, text: part.text }
  if (part.resource) return { type, text: part.resource.text ?? part.resource.uri ?? '' }
  if (typeof part.data === 'string')
    return { type, text: `data:${part.mimeType ?? 'application/octet-stream'};base64,${part.data}` }
  return { type, text: part.uri ?? '' }
}
const isLost = (cause: unknown) =>
  !(cause instanceof AppError) &&
  /session|not connected|connection closed|HTTP 40[04]|\b404\b/i.test((cause as Error).message ?? '')

/** Keeps errors of our own egress guard; other errors are reported as those of the server. */
function explain(cause: unknown): Error {
  for (let at: unknown = cause; at instanceof Error; at = at.cause) if (at instanceof AppError) return at
  if ((cause as Error).name === 'AbortError') return cause as Error
  const said = String((cause as Error).message ?? cause)
  return mcpErrors.unreachable(protocolError(said) ?? { reason: withoutMarkup(said), reasonZh: withoutMarkup(said) })
}
/** The library reports a response that is not MCP as a JSON list of issues; only the first one is shown. */
function protocolError(said: string): { reason: string; reasonZh: string } | undefined {
  try {
    const [first] = JSON.parse(said) as { path?: unknown[]; message?: string }[]
    if (!first?.path) return undefined
    const place = first.path.join('.')
    const where = place ? ` (${place}: ${first.message})` : ''
    const whereZh = place ? `（${place}）` : ''
    return {
      reason: `it responded, but not in the form MCP requires${where}`,
      reasonZh: `服务有响应，但内容不符合 MCP 协议${whereZh}`,
    }
  } catch {
    return undefined
  }
}
/** Removes the markup from an HTML error page, so that only its text is shown. */
const withoutMarkup = (text: string) =>
  text
    .slice(0, 20_000)
    .replaceAll(/<(style|script|title)\b[^>]*>[^<]*<\/\1>/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
