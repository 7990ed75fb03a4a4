import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Workflow } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ListPage } from '#ui/list-page.tsx'
import type { Column } from '#ui/table.tsx'
import { tasksQuery, type TraceTask } from '../automation.queries.ts'
import { CreateTaskDialog } from '../components/create-task-dialog.tsx'
import { EvaluatorDialog } from '../components/evaluator-dialog.tsx'
import { TaskState } from '../components/task-state.tsx'

/** The automations of a space: rules that process matching spans. */
export function AutomationsPage() {
  const t = useT('automation')
  const space = useSpace()
  const { word = '' } = useSearch({ from: '/signed/space/$space_id/observe/automations' })
  const navigate = useNavigate({ from: '/space/$space_id/observe/automations' })
  const query = useInfiniteQuery(tasksQuery(space.id, word))
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? []
  const [creating, setCreating] = useState<'task' | 'evaluator'>()
  const onWord = useCallback(
    (text: string) => void navigate({ search: { word: text.trim() || undefined }, replace: true }),
    [navigate],
  )
  const open = (task_id: string) =>
    void navigate({
      to: '/space/$space_id/observe/automations/$task_id',
      params: { space_id: space.id, task_id },
    })
  return (
    <>
      <ListPage
        title={t('list')}
        beside={<Button onClick={() => setCreating('evaluator')}>{t('evaluator.create')}</Button>}
        create={
          <Button kind="solid" icon={Plus} onClick={() => setCreating('task')}>
            {t('create')}
          </Button>
        }
        search={{ word, onWord, placeholder: t('list.search') }}
        query={query}
        failed={t('list.failed')}
        empty={{ icon: Workflow, title: t('list.empty'), text: t('list.emptyText') }}
        noMatch={word ? { text: t('list.noMatch'), onClear: () => onWord('') } : undefined}
        columns={useColumns()}
        rows={tasks}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={({ id }) => open(id)}
        openHint={t('list.open')}
        shown={t('list.shown', {
          shown: formatNumber(tasks.length),
          total: formatNumber(Number(query.data?.pages[0]?.total ?? 0)),
        })}
      />
      {creating === 'task' && (
        <CreateTaskDialog spaceId={space.id} onCreated={open} onClose={() => setCreating(undefined)} />
      )}
      {creating === 'evaluator' && <EvaluatorDialog spaceId={space.id} onClose={() => setCreating(undefined)} />}
    </>
  )
}

function useColumns(): Column<TraceTask>[] {
  const t = useT('automation')
  return [
    {
      id: 'name',
      head: t('name'),
      cell: ({ name }) => (
        <span data-user-text className="block truncate font-medium">
          {name}
        </span>
      ),
    },
    {
      id: 'type',
      head: t('type'),
      width: 160,
      hideBelow: 'md',
      cell: ({ task_type }) => t(`type.${task_type}`),
    },
    { id: 'status', head: t('status'), width: 110, cell: (task) => <TaskState task={task} /> },
    {
      id: 'done',
      head: t('figure.done'),
      width: 90,
      align: 'end',
      cell: ({ task_detail }) => formatNumber(task_detail.success_count),
    },
    {
      id: 'failed',
      head: t('figure.failed'),
      width: 90,
      align: 'end',
      hideBelow: 'md',
      cell: ({ task_detail }) => formatNumber(task_detail.failed_count),
    },
    {
      id: 'created',
      head: t('list.created'),
      width: 140,
      hideBelow: 'wide',
      cell: ({ base_info }) => <DateTime at={Number(base_info.created_at)} className="text-mute" />,
    },
  ]
}
