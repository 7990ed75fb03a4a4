import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { waitingQuery } from '../prompts.queries.ts'
import { TaskCard } from './task-card.tsx'

/** Releases by others that wait for the reader's approval. */
export function WaitingTasks() {
  const t = useT('prompts')
  const space = useSpace()
  const mayApprove = mayInSpace(space, 'approveReleases')
  const { data: tasks = [] } = useQuery({ ...waitingQuery(space.id), enabled: mayApprove })
  const open = tasks.filter(({ approvable }) => approvable)
  if (!open.length) return null
  return (
    <section aria-label={t('waiting.title')} className="flex flex-col gap-3 border-b border-line px-5 py-4">
      <h2 className="font-semibold">{t('waiting.title')}</h2>
      {open.map((task) => (
        <div key={task.id} className="flex flex-col gap-1">
          <Link
            to="/space/$space_id/prompts/$prompt_id"
            params={{ space_id: space.id, prompt_id: task.release_resources[0]!.prompt_id }}
            search={{ tab: 'releases' }}
            className="self-start text-brand hover:underline"
          >
            {task.release_resources.map(({ display_name: name }) => name).join(', ')}
          </Link>
          <TaskCard task={task} mayEdit />
        </div>
      ))}
    </section>
  )
}
