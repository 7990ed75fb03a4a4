import type { Served, ServedKind } from './served.queries.ts'

/** Scopes that a token needs, by kind of server. */
export const scopes: Record<ServedKind, { type: string; action: string }> = {
  bot: { type: 'Bot', action: 'chat' },
  workflow: { type: 'Workflow', action: 'run' },
  plugin: { type: 'Plugin', action: 'call' },
}

export const serveAddress = (origin: string, { kind, id }: Pick<Served, 'kind' | 'id'>): string =>
  `${origin}/v1/mcp/${kind}s/${id}`

/**
 * A server name that clients accept: lower-case Latin letters, digits and hyphens. It ends with the id in base 36,
 * because clients keep one server for each name, and resources may have the same name.
 */
export const serverName = ({ kind, id, name }: Pick<Served, 'kind' | 'id' | 'name'>): string => {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 26)
    .replace(/-$/, '')
  return `${plain || kind}-${BigInt(id).toString(36)}`
}

export const configs = ['json', 'remote', 'inspector', 'curl', 'code'] as const
export type ConfigKind = (typeof configs)[number]

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** The settings for a client, ready to paste: a file or a command. */
export function clientConfig(kind: ConfigKind, served: Served, origin: string, token: string): string {
  const url = serveAddress(origin, served)
  const name = serverName(served)
  const authorization = `Bearer ${token}`
  if (kind === 'json')
    return pretty({ mcpServers: { [name]: { type: 'http', url, headers: { Authorization: authorization } } } })
  if (kind === 'remote')
    return pretty({
      mcpServers: {
        [name]: {
          command: 'npx',
          // Some clients lose spaces inside arguments, so the value is passed by the environment.
          args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTH}'],
          env: { AUTH: authorization },
        },
      },
    })
  if (kind === 'inspector')
    return [
      `npx @modelcontextprotocol/inspector --cli ${url} \\`,
      '  --transport http --method tools/list \\',
      `  --header "Authorization: ${authorization}"`,
    ].join('\n')
  if (kind === 'curl')
    return [
      `curl -sS ${url} \\`,
      `  -H 'Authorization: ${authorization}' \\`,
      "  -H 'Content-Type: application/json' \\",
      "  -H 'Accept: application/json, text/event-stream' \\",
      `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
    ].join('\n')
  return `import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const client = new Client({ name: 'my-app', version: '1.0.0' })
await client.connect(
  new StreamableHTTPClientTransport(new URL('${url}'), {
    requestInit: { headers: { Authorization: '${authorization}' } },
  }),
)
console.log(await client.listTools())`
}
