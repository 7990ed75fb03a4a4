import { IntelligenceType } from '@orrery/contract/shared/project-enums'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { api } from '#lib/api.ts'
import { createActions } from '#lib/create-actions.ts'
import { useSpaces } from '#lib/spaces.ts'
import { Combobox } from '#ui/combobox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
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

/** Selects a knowledge base, database, workflow or bot of the space, searched by name. */
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
    <div className="flex items-center gap-1">
      <Combobox
        size="sm"
        label={label}
        placeholder={placeholder}
        search={search}
        value={value}
        onChange={(next) => next && onChange(next)}
        tile={() => <TypeTile kind={kind} size={18} />}
        disabled={disabled}
        className="min-w-0 flex-1"
      />
      {!disabled && kind !== 'bot' && <CreateButton kind={kind} projectId={projectId} onCreated={onChange} />}
    </div>
  )
}

interface CreateButtonProps {
  kind: Exclude<Kind, 'bot'>
  projectId: string
  onCreated: (made: Listed) => void
}

/** Creates a new resource and selects it. */
function CreateButton({ kind, projectId, onCreated }: CreateButtonProps) {
  const { spaceId } = useEditor()
  const space = useSpaces().find((item) => item.id === spaceId)
  const maker = createActions.use().find((action) => action.id === kind && (action.may?.(space) ?? true))
  // The dialog may stay open for long: the new resource is selected in the form as it is by then.
  const latest = useRef(onCreated)
  useEffect(() => {
    latest.current = onCreated
  }, [onCreated])
  if (!space || !maker) return null
  const choose = async (id: string) => latest.current({ value: id, label: await nameOf[kind](id) })
  const inProject = projectId && projectId !== '0' ? { projectId } : {}
  return (
    <IconButton
      size="sm"
      icon={Plus}
      label={maker.label()}
      onClick={() => maker.open(space, { ...inProject, onCreated: (id) => void choose(id) })}
    />
  )
}

const nameOf: Record<Exclude<Kind, 'bot'>, (id: string) => Promise<string>> = {
  knowledge: async (id) => (await api.knowledge.detail({ dataset_ids: [id] })).dataset_details[id]?.name ?? '',
  database: async (id) => (await api.database.get({ id })).database_info.table_name,
  workflow: async (id) => (await api.workflow.detail({ workflow_ids: [id] })).data[0]?.name ?? '',
}
