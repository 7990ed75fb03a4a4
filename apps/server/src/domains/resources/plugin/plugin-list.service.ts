import type { Locale } from '#kit/errors.ts'
import type { FoundPlugin, PluginRepo } from './plugin.repo.ts'
import type { OfficialSource, SpaceSource, Toolset } from './shared/toolset.ts'
import type { Toolsets } from './toolset.service.ts'

export interface ListRequest {
  spaceId: string | undefined
  userId: string
  search: string
  ids: readonly string[] | undefined
  /** Only plugins of this user. */
  isOwn: boolean
  /** Include drafts that were never published. */
  withDrafts: boolean
  order: 'created' | 'updated' | 'published'
  locale: Locale
  page: number
  size: number
  /** Only toolsets of this source. */
  source?: Toolset['source'] | undefined
}
export interface Listed {
  set: Toolset
  found?: FoundPlugin
}
export interface ListDeps {
  repo: PluginRepo
  toolsets: Toolsets
  official: OfficialSource
  mcp: SpaceSource
  /** Whether the user may see a plugin of another space. */
  maySee(userId: string, spaceId: string): Promise<boolean>
}
const MAX = 1000

/** Lists plugins to choose from: those of the space, then its MCP servers, then official ones. */
export function createPluginLists({ repo, toolsets, official, mcp, maySee }: ListDeps) {
  const fits = (set: Toolset, search: string) => {
    const wanted = search.toLowerCase()
    return (
      !wanted ||
      `${set.name} ${set.description}`.toLowerCase().includes(wanted) ||
      set.tools.some((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(wanted))
    )
  }
  async function open(found: FoundPlugin, withDrafts: boolean): Promise<Listed[]> {
    const id = found.head.id
    const set = (await toolsets.find(id)) ?? (withDrafts ? await toolsets.find(id, '', true) : undefined)
    return set ? [{ set, found }] : []
  }
  return {
    async playground(input: ListRequest): Promise<{ list: Listed[]; total: number }> {
      if (input.ids) return byIds(input)
      const from = (input.page - 1) * input.size
      const wants = (source: Toolset['source']) => !input.source || input.source === source
      const own =
        input.spaceId && wants('plugin')
          ? await repo.list(
              {
                spaceId: input.spaceId,
                search: input.search,
                ...(input.isOwn && { ownerId: input.userId }),
                ...(!input.withDrafts && { isPublished: true }),
                order: input.order,
              },
              1,
              MAX,
            )
          : { found: [], total: 0 }
      const others: Listed[] = input.isOwn
        ? []
        : [
            ...(input.spaceId && wants('mcp') ? await mcp.list(input.spaceId) : []),
            ...(wants('official') ? official.list(input.locale) : []),
          ]
            .filter((set) => fits(set, input.search))
            .map((set) => ({ set }))
      const page = own.found.slice(from, from + input.size)
      const opened = (await Promise.all(page.map((found) => open(found, input.withDrafts)))).flat()
      const rest = others.slice(Math.max(0, from - own.found.length), Math.max(0, from + input.size - own.found.length))
      return { list: [...opened, ...rest], total: own.found.length + others.length }
    },
    /** The plugins of a space with their drafts. */
    async dev(
      filter: Parameters<PluginRepo['list']>[0],
      page: number,
      size: number,
    ): Promise<{ list: Listed[]; total: number }> {
      const { found, total } = await repo.list(filter, page, size)
      const opened = await Promise.all(
        found.map(async (item): Promise<Listed[]> => {
          const set = await toolsets.find(item.head.id, '', true)
          return set
            ? [{ set: { ...set, version: item.row.version, versionId: item.row.versionId ?? '' }, found: item }]
            : []
        }),
      )
      return { list: opened.flat(), total }
    },
    list: repo.list,
    toolsOf: repo.toolsOf,
  }

  async function byIds(input: ListRequest): Promise<{ list: Listed[]; total: number }> {
    const shown = new Map(official.list(input.locale).map((set) => [set.id, set]))
    const heads = new Map((await repo.getMany([...input.ids!])).map((found) => [found.head.id, found]))
    const list = await Promise.all(
      input.ids!.map(async (id): Promise<Listed[]> => {
        const known = shown.get(id)
        if (known) return [{ set: known }]
        const found = heads.get(id)
        if (found) return (await maySee(input.userId, found.head.spaceId)) ? open(found, input.withDrafts) : []
        const set = await mcp.find(id, '', false)
        return set?.spaceId && (await maySee(input.userId, set.spaceId)) ? [{ set }] : []
      }),
    )
    const all = list
      .flat()
      .filter(({ set }) => fits(set, input.search) && (!input.source || set.source === input.source))
    return { list: all.slice((input.page - 1) * input.size, input.page * input.size), total: all.length }
  }
}
export type PluginLists = ReturnType<typeof createPluginLists>
