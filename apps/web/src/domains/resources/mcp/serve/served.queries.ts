import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const servedKinds = ['bot', 'workflow', 'plugin'] as const
export type ServedKind = (typeof servedKinds)[number]

/** A published resource that others can call. */
export interface Served {
  kind: ServedKind
  id: string
  name: string
  description: string
}
interface Ask {
  spaceId: string
  word: string
  at: string
  signal: AbortSignal
}
interface Answer {
  list: Served[]
  /** Cursor of the next page; empty at the end. */
  next: string
}

const atOnce = 24
const isPublished = 1

const sources: Record<ServedKind, (ask: Ask) => Promise<Answer>> = {
  async bot({ spaceId, word, at, signal }) {
    const answer = await api.bot.list(
      { space_id: spaceId, bot_name: word, is_publish: isPublished, page_size: atOnce, cursor_id: at, order_by: 2 },
      { signal },
    )
    const list = answer.bot_draft_list.map(({ id, name, description }) => ({
      kind: 'bot' as const,
      id,
      name,
      description,
    }))
    return { list, next: answer.has_more ? answer.cursor_id : '' }
  },
  async workflow({ spaceId, word, at, signal }) {
    const page = Number(at || 1)
    const answer = await api.workflow.list(
      { space_id: spaceId, name: word || undefined, page, size: atOnce },
      { signal },
    )
    const list = answer.workflow_list
      .filter((workflow) => workflow.latest_version !== '')
      .map((workflow) => ({
        kind: 'workflow' as const,
        id: workflow.workflow_id,
        name: workflow.name,
        description: workflow.desc,
      }))
    return { list, next: page * atOnce < answer.total ? String(page + 1) : '' }
  },
  async plugin({ spaceId, word, at, signal }) {
    const page = Number(at || 1)
    const answer = await api.pluginList.mine(
      { space_id: spaceId, name: word, page, size: atOnce, publish_status: true },
      { signal },
    )
    const list = answer.plugin_infos.map((pluginInfo) => ({
      kind: 'plugin' as const,
      id: pluginInfo.id,
      name: pluginInfo.name,
      description: pluginInfo.desc_for_human,
    }))
    return { list, next: page * atOnce < answer.total ? String(page + 1) : '' }
  },
}

export const servedQuery = (kind: ServedKind, spaceId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: ['mcp', 'served', kind, spaceId, word],
    // Something may have just been published in another window.
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => sources[kind]({ spaceId, word, at: pageParam, signal }),
    getNextPageParam: (last) => last.next || undefined,
  })
