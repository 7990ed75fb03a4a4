import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import { isJsonObject, type TaskForm } from '../../tasks/task-form.ts'

interface TaskWorkflowProps {
  form: TaskForm
  set: (change: Partial<TaskForm>) => void
}
const atOnce = 50

/** Selects the published workflow that a task runs, and its inputs. */
export function TaskWorkflow({ form, set }: TaskWorkflowProps) {
  const t = useT('bot')
  const { spaceId } = useEditor()
  const { workflow, params } = form
  const name = useWorkflowName(workflow)
  const search = useCallback(
    async (query: string, signal: AbortSignal) => {
      const { workflow_list } = await api.workflow.list(
        { space_id: spaceId, name: query, page: 1, size: atOnce },
        { signal },
      )
      return workflow_list
        .filter((item) => item.latest_version !== '')
        .map((item) => ({ value: item.workflow_id, label: item.name, description: item.desc }))
    },
    [spaceId],
  )
  return (
    <>
      <Field label={t('task.workflow')} required help={t('task.workflow.help')}>
        <Combobox
          label={t('task.workflow')}
          placeholder={t('task.workflow.placeholder')}
          search={search}
          value={workflow && { value: workflow.id, label: name, description: '' }}
          onChange={(next) => set({ workflow: next && { id: next.value, name: next.label } })}
          tile={() => <TypeTile kind="workflow" size={18} />}
        />
      </Field>
      <Field
        label={t('task.params')}
        help={t('task.params.help')}
        error={isJsonObject(params) ? undefined : t('task.params.bad')}
      >
        <Textarea
          mono
          rows={3}
          spellCheck={false}
          value={params}
          onChange={(event) => set({ params: event.target.value })}
        />
      </Field>
    </>
  )
}

/** Loads the name of the workflow, because a task stores only the id. */
function useWorkflowName(workflow: TaskForm['workflow']): string {
  const { data } = useQuery({
    queryKey: ['task-workflow', workflow?.id],
    enabled: workflow !== null && workflow.name === '',
    queryFn: ({ signal }) => api.workflow.detail({ workflow_ids: [workflow!.id] }, { signal }),
  })
  return workflow?.name || data?.data[0]?.name || workflow?.id || ''
}
