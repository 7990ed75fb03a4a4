import { IntelligenceType } from '@orrery/contract/shared/project-enums'
import { useCallback } from 'react'
import { api } from '#lib/api.ts'
import { Combobox } from '#ui/combobox.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useEditor } from '../../document/editor-context.ts'

type Listed = { value: string; label: string; description?: string }
type Kind = 'knowledge' | 'database' | 'workflow' | 'bot'

const finders: Record<
  Kind,
  (spaceId: string, query: string, signal: AbortSignal, projectId: string) => Promise<Listed[]>
> = {
  async knowledge(space_id, name, signal) {
    const { dataset_list: list } = await api.knowledge.list({ space_id, filter: { name }, size: 50 }, { signal })
    return list.map((item) => ({ value: item.dataset_id, label: item.name, description: item.description }))
  },
  async database(space_id, table_name, signal) {
    const { database_info_list: list } = await api.database.list({ space_id, table_name, limit: 50 }, { signal })
    return list.map((item) => ({ value: item.id, label: item.table_name, description: item.table_desc }))
  },
  async workflow(space_id, name, signal) {
    const { workflow_list: list } = await api.workflow.list({ space_id, name, page: 1, size: 50 }, { signal })
    return list.map((item) => ({ value: item.workflow_id, label: item.name, description: item.desc }))
  },
  async bot(space_id, name, signal) {
    const input = { space_id, name, size: 50, types: [IntelligenceType.bot] }
    const { intelligences: list } = await api.intelligences.list(input, { signal })
    return list.map(({ basic_info: { id, name: label, description } }) => ({ value: id, label, description }))
  },
}

interface ResourceSelectProps {
  kind: Kind
  label: string
  placeholder: string
  value: Listed | null
  onChange: (next: Listed) => void
  /** Ids that cannot be selected: already selected, or this workflow. */
  without?: ReadonlySet<string>
  disabled?: boolean
}

/** A knowledge base, a table, a workflow or a bot of the space, found by name. */
export function ResourceSelect({ kind, label, placeholder, value, onChange, without, disabled }: ResourceSelectProps) {
  const { spaceId, loaded } = useEditor()
  const projectId = loaded.workflow.project_id
  const search = useCallback(
    async (query: string, signal: AbortSignal) => {
      const found = await finders[kind](spaceId, query, signal, projectId)
      return found.filter((item) => !without?.has(item.value))
    },
    [kind, spaceId, projectId, without],
  )
  return (
    <Combobox
      size="sm"
      label={label}
      placeholder={placeholder}
      search={search}
      value={value}
      onChange={(next) => next && onChange(next)}
      tile={() => <TypeTile kind={kind} size={18} />}
      disabled={disabled}
    />
  )
}
