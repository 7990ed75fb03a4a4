import { CircleAlert, RotateCw, X } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { cancelJob, resourceJobs, retryJob } from './resource-jobs.ts'

/** Copies in progress, and failed ones with a retry button. */
export function JobList({ projectId }: { projectId: string }) {
  const t = useT('project')
  const jobs = resourceJobs.use().filter((item) => item.projectId === projectId)
  if (!jobs.length) return null
  return (
    <ul aria-label={t('jobs')} className="shrink-0 border-t border-line p-2">
      {jobs.map((job) => (
        <li key={job.taskId} className="flex h-7 items-center gap-2 px-1 text-small">
          {job.isFailed ? <Icon of={CircleAlert} size={14} className="shrink-0 text-err" /> : <Spinner size={14} />}
          <span className="min-w-0 flex-1 truncate">
            {t(job.isFailed ? 'job.failed' : 'job.going', { name: job.name })}
          </span>
          {job.isFailed && (
            <IconButton
              size="sm"
              icon={RotateCw}
              label={t('job.retry', { name: job.name })}
              onClick={() => void retryJob(job)}
            />
          )}
          <IconButton
            size="sm"
            icon={X}
            label={t(job.isFailed ? 'job.forget' : 'job.cancel', { name: job.name })}
            onClick={() => void cancelJob(job)}
          />
        </li>
      ))}
    </ul>
  )
}
