import { FlowMode } from '@orrery/contract/shared/flow-mode'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import type { PickedSkill, SkillKind } from './skill-kinds.ts'

/** A resource of the space that can be added to the bot. */
export interface SkillOffer {
  skill: PickedSkill
  /** The size of the resource, which helps to choose. */
  size?: { documents: number; slices: number } | { fields: number }
  /** An unpublished workflow: bots run only published ones. */
  isUnpublished?: boolean
}
interface Ask {
  spaceId: string
  word: string
  page: number
  signal: AbortSignal
}
interface Offers {
  offers: SkillOffer[]
  total: number
}

const atOnce = 24

const knowledge =
  (format: 0 | 1 | 2) =>
  async ({ spaceId, word, page, signal }: Ask): Promise<Offers> => {
    const filter = { name: word, format_type: format }
    const answer = await api.knowledge.list({ space_id: spaceId, filter, page, size: atOnce }, { signal })
    const offers = answer.dataset_list.map((dataset) => ({
      skill: { id: dataset.dataset_id, name: dataset.name, description: dataset.description },
      size: { documents: dataset.doc_count, slices: dataset.slice_count },
    }))
    return { offers, total: answer.total }
  }

const workflows =
  (mode: number) =>
  async ({ spaceId, word, page, signal }: Ask): Promise<Offers> => {
    const input = { space_id: spaceId, name: word || undefined, flow_mode: mode, page, size: atOnce }
    const answer = await api.workflow.list(input, { signal })
    const offers = answer.workflow_list.map((workflow) => ({
      skill: {
        id: workflow.workflow_id,
        name: workflow.name,
        description: workflow.desc,
        pluginId: workflow.plugin_id,
        extra: { flow_mode: workflow.flow_mode },
      },
      isUnpublished: workflow.latest_version === '',
    }))
    return { offers, total: answer.total }
  }

async function tables({ spaceId, word, page, signal }: Ask): Promise<Offers> {
  const input = { space_id: spaceId, table_name: word || undefined, offset: (page - 1) * atOnce, limit: atOnce }
  const answer = await api.database.list(input, { signal })
  return { offers: answer.database_info_list.map(toOffer), total: answer.total_count }
}
type Table = Awaited<ReturnType<typeof api.database.get>>['database_info']
export function toOffer(table: Table): SkillOffer {
  const fields = table.field_list.filter((field) => !field.is_system_field)
  return {
    skill: {
      id: table.id,
      name: table.table_name,
      description: table.table_desc,
      extra: {
        rw_mode: table.rw_mode,
        prompt_disabled: table.prompt_disabled,
        field_list: fields.map(({ name, desc, type, must_required, id }) => ({
          name,
          desc,
          type,
          must_required,
          id: String(id),
        })),
      },
    },
    size: { fields: fields.length },
  }
}

const sources: Record<SkillKind, (ask: Ask) => Promise<Offers>> = {
  workflow: workflows(FlowMode.workflow),
  imageflow: workflows(FlowMode.imageflow),
  chatflow: workflows(FlowMode.chatFlow),
  knowledge_text: knowledge(0),
  knowledge_table: knowledge(1),
  knowledge_photo: knowledge(2),
  database: tables,
}

export const offersQuery = (kind: SkillKind, spaceId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: ['bot', 'offers', kind, spaceId, word],
    // A resource may just have been created in another window.
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => sources[kind]({ spaceId, word, page: pageParam, signal }),
    getNextPageParam: (last, pages) => (pages.length * atOnce < last.total ? pages.length + 1 : undefined),
  })
