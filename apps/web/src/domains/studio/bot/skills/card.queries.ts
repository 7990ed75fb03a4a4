import type { CardDesign, CardInfo } from '@orrery/contract'
import { CardBiz } from '@orrery/contract/shared/chat-card'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

/** The tool or workflow whose answers a card shows. */
export interface CardTarget {
  biz: 'plugin' | 'workflow'
  id: string
  /** The name of a plugin's tool, or the id of a workflow's message node; empty for the output of the workflow. */
  tool: string
  name: string
}

const official = 1
const custom = 2
const published = 1

/** The cards available to a space: first the official ones, then those of the space. */
export const cardsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['bot', 'cards', spaceId],
    queryFn: async ({ signal }) => {
      const ask = (category: 1 | 2) =>
        api.cards.list({ space_id: spaceId, category, status: published, size: 100 }, { signal })
      const [shipped, own] = await Promise.all([ask(official), ask(custom)])
      return [...shipped.card_list, ...own.card_list]
    },
  })

const drawn = 3
/** The design of a card; disabled for cards that only have fields. */
export const designQuery = (card: CardInfo | undefined) =>
  queryOptions({
    queryKey: ['bot', 'card-design', card?.card_id, card?.version_num],
    enabled: card?.card_display_type === drawn,
    queryFn: async ({ signal }) => {
      const input = { card_id: card!.card_id, version_num: card!.version_num, channel_type: 0 as const }
      const { card_meta_info } = await api.cardBuilder.get(input, { signal })
      return JSON.parse(card_meta_info[0]!.dsl_content) as CardDesign
    },
  })

/** The nodes of a workflow that send messages to the user. */
export const speakingQuery = (target: CardTarget) =>
  queryOptions({
    queryKey: ['bot', 'card-nodes', target.id],
    enabled: target.biz === 'workflow',
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { message_nodes } = await api.pluginTool.messageNodes({ plugin_id: target.id }, { signal })
      return message_nodes.map(({ node_id, node_title }) => ({ id: node_id, name: node_title || node_id }))
    },
  })

export const structQuery = ({ biz, id, tool }: CardTarget) =>
  queryOptions({
    queryKey: ['bot', 'card-struct', biz, id, tool],
    // The tool may just have been changed in another window.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const input = { biz_type: CardBiz[biz], plugin_id: id, unique_id: tool, from_plugin_preset: false }
      return (await api.cards.cardStruct(input, { signal })).api_struct
    },
  })
