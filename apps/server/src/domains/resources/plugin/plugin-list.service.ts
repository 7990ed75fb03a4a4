import type { Locale } from '#kit/errors.ts'
import type { FoundPlugin, PluginRepo } from './plugin.repo.ts'
import type { OfficialSource, SpaceSource, Toolset } from './toolset.ts'
import type { Toolsets } from './toolset.service.ts'

export interface ListWish {
  spaceId: string | undefined
  userId: string
  search: string
  ids: readonly string[] | undefined
  /** Only plugins that this person made. */
  isOwn: boolean
  /** Drafts that were never published, too. */
  withDrafts: boolean
  order: 'created' | 'updated' | 'published'
  locale: Locale
  page: number
  size: number
  /** Only one kind of them. */
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
  /** Whether the person may see a plugin of another space. */
  maySee(userId: string, spaceId: string): Promise<boolean>
}
const MAX = 1000

/** Plugins to choose from: those of the space first, then its MCP servers, then the official ones. */
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
    async playground(wish: ListWish): Promise<{ list: Listed[]; total: number }> {
      if (wish.ids) return byIds(wish)
      const from = (wish.page - 1) * wish.size
      const wants = (source: Toolset['source']) => !wish.source || wish.source === source
      const own =
        wish.spaceId && wants('plugin')
          ? await repo.list(
              {
                spaceId: wish.spaceId,
                search: wish.search,
                ...(wish.isOwn && { ownerId: wish.userId }),
                ...(!wish.withDrafts && { isPublished: true }),
                order: wish.order,
              },
              1,
              MAX,
            )
          : { found: [], total: 0 }
      const others: Listed[] = wish.isOwn
        ? []
        : [
            ...(wish.spaceId && wants('mcp') ? await mcp.list(wish.spaceId) : []),
            ...(wants('official') ? official.list(wish.locale) : []),
          ]
            .filter((set) => fits(set, wish.search))
            .map((set) => ({ set }))
      const page = own.found.slice(from, from + wish.size)
      const opened = (await Promise.all(page.map((found) => open(found, wish.withDrafts)))).flat()
      const rest = others.slice(Math.max(0, from - own.found.length), Math.max(0, from + wish.size - own.found.length))
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

  async function byIds(wish: ListWish): Promise<{ list: Listed[]; total: number }> {
    const shown = new Map(official.list(wish.locale).map((set) => [set.id, set]))
    const heads = new Map((await repo.getMany([...wish.ids!])).map((found) => [found.head.id, found]))
    const list = await Promise.all(
      wish.ids!.map(async (id): Promise<Listed[]> => {
        const known = shown.get(id)
        if (known) return [{ set: known }]
        const found = heads.get(id)
        if (found) return (await maySee(wish.userId, found.head.spaceId)) ? open(found, wish.withDrafts) : []
        const set = await mcp.find(id, '', false)
        return set?.spaceId && (await maySee(wish.userId, set.spaceId)) ? [{ set }] : []
      }),
    )
    const all = list.flat().filter(({ set }) => fits(set, wish.search) && (!wish.source || set.source === wish.source))
    return { list: all.slice((wish.page - 1) * wish.size, wish.page * wish.size), total: all.length }
  }
}
export type PluginLists = ReturnType<typeof createPluginLists>
