import type { contract } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { WebSearch } from './web-search.service.ts'

type Found = { title: string; url: string; snippet: string }[]
interface OfferedServer {
  name: string
  description: string
  transport: 'streamable_http' | 'sse'
  url: string
}
export interface InstanceToolsDeps {
  search: WebSearch
  /** The web search in plugins.json, used if none is configured in the administration. */
  fileSearch(): { kind: 'searxng' | 'brave'; url: string } | undefined
  searchWeb(query: string, signal: AbortSignal): Promise<Found | undefined>
  mcp: {
    chosen(): OfferedServer[]
    fromFile(): { name: string; description: string; transport: string; url: string }[]
    save(servers: OfferedServer[], actorId: string): Promise<void>
  }
}

export function instanceToolsRoutes(deps: InstanceToolsDeps): Handlers<typeof contract.instanceTools> {
  const { search, mcp } = deps
  return {
    webSearch: () => {
      const stored = search.get()
      if (stored)
        return { kind: stored.kind, url: stored.url, key_hint: stored.keyHint, source: 'administration' as const }
      const file = deps.fileSearch()
      if (file) return { kind: file.kind, url: file.url, key_hint: '', source: 'file' as const }
      return { kind: 'none' as const, url: '', key_hint: '', source: 'none' as const }
    },
    saveWebSearch: async (input, ctx) => {
      await search.save({ kind: input.kind, url: input.url, key: input.api_key }, ctx.userId)
      return {}
    },
    tryWebSearch: async (input, ctx) => {
      const results = await deps.searchWeb(input.query, ctx.signal)
      if (!results) throw badInput('kind', 'choose a search provider and save it first', '请先选择并保存搜索服务')
      return { results }
    },
    mcpServers: () => ({ servers: mcp.chosen(), from_file: mcp.fromFile() }),
    saveMcpServers: async (input, ctx) => {
      await mcp.save(input.servers, ctx.userId)
      return {}
    },
  }
}
