import { Check, LoaderCircle, TriangleAlert } from 'lucide-react'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { savings } from '#lib/saving.ts'
import { Icon } from '#ui/icon.tsx'
import { useIde } from '../ide/ide-context.ts'

/** Whether everything in the project is saved. */
export function SavedState() {
  const t = useT('project')
  const { project, resources } = useIde()
  const states = savings.use()
  const of = (state: string) => resources.filter((resource) => states.get(resource.id) === state)
  const time = formatTime(fromSeconds(project.basic_info.update_time))
  const isSaving = of('saving').length > 0
  const failed = of('failed')
  return (
    <span role="status" className="flex min-w-0 items-center gap-1.5">
      <Icon
        of={failed.length ? TriangleAlert : isSaving ? LoaderCircle : Check}
        size={14}
        className={failed.length ? 'text-warn' : isSaving ? 'animate-spin text-mute' : 'text-ok'}
      />
      <span className="truncate">
        {failed.length
          ? t('saved.failed', { name: failed[0]!.name })
          : isSaving
            ? t('saved.saving')
            : t('saved.at', { time })}
      </span>
    </span>
  )
}
