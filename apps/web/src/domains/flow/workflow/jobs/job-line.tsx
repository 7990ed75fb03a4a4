import { SquareArrowOutUpRight } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useOpenRun } from '../run/use-open-run.ts'
import { JobState } from './job-state.tsx'
import type { Line } from './job.queries.ts'

/** A row of the table: its input, its output, and a link to its run. */
export function JobLine({ line }: { line: Line }) {
  const t = useT('workflow-job')
  const open = useOpenRun()
  return (
    <li className="flex flex-col gap-0.5 border-b border-line py-2 last:border-b-0">
      <div className="flex items-center gap-2">
        <JobState status={line.status} />
        <code className="min-w-0 flex-1 truncate text-code text-mute" title={line.input}>
          {line.input}
        </code>
        <IconButton
          size="sm"
          icon={SquareArrowOutUpRight}
          label={t('lines.open')}
          onClick={() => open(line.execute_id, line.workflow_version)}
        />
      </div>
      {line.error_msg ? (
        <p data-user-text className={cn('text-small wrap-anywhere', line.status === 3 ? 'text-err' : 'text-mute')}>
          {line.error_msg}
        </p>
      ) : (
        line.output && (
          <code className="truncate text-code" title={line.output}>
            {line.output}
          </code>
        )
      )}
    </li>
  )
}
