import { ProjectHistoryType } from '@orrery/contract/shared/project-enums'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Archive, History, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { toast } from '#ui/toast-store.ts'
import { NameDialog } from '../dialogs/name-dialog.tsx'
import { useIde } from '../ide/ide-context.ts'
import { type HistoryEntry, historyQuery } from '../project.queries.ts'
import { useRights } from '../use-rights.ts'
import { archiveProject, rollBackProject } from './version-calls.ts'

interface HistorySheetProps {
  onClose: () => void
  /** Called after a rollback, which requires open pages to be reloaded. */
  onRolledBack: () => void
}

/** Published and saved versions of the project; each can be restored. */
export function HistorySheet({ onClose, onRolledBack }: HistorySheetProps) {
  const t = useT('project')
  const { projectId, mayEdit } = useIde()
  const query = useInfiniteQuery(historyQuery(projectId))
  const [isKeeping, setKeeping] = useState(false)
  const entries = query.data?.pages.flatMap((page) => page.history_list) ?? []
  return (
    <SideSheet
      kind="project-history"
      place="over"
      title={t('history.title')}
      caption={t('history.caption')}
      actions={
        mayEdit && (
          <Button size="sm" icon={Archive} onClick={() => setKeeping(true)}>
            {t('history.keep')}
          </Button>
        )
      }
      onClose={onClose}
    >
      {query.error && <ErrorPanel error={query.error} className="m-4" />}
      {query.data && entries.length === 0 && (
        <EmptyState icon={History} title={t('history.empty')} text={t('history.emptyText')} />
      )}
      <ol aria-label={t('history.title')} className="flex flex-col">
        {entries.map((entry) => (
          <Entry key={`${entry.history_type} ${entry.version}`} entry={entry} onRolledBack={onRolledBack} />
        ))}
      </ol>
      <InfiniteSentinel query={query} />
      {isKeeping && (
        <NameDialog
          title={t('history.keepTitle')}
          name=""
          action={t('history.keep')}
          onSave={(text) => archiveProject(projectId, text)}
          onClose={() => setKeeping(false)}
        />
      )}
    </SideSheet>
  )
}

function Entry({ entry, onRolledBack }: { entry: HistoryEntry; onRolledBack: () => void }) {
  const t = useT('project')
  const { projectId } = useIde()
  const may = useRights(projectId)
  const isPublished = entry.history_type === ProjectHistoryType.publish
  const name = isPublished ? entry.version : entry.description || t('history.kept')
  const back = useMutation({
    mutationFn: () => rollBackProject(projectId, entry.version),
    onSuccess: () => {
      toast.ok(t('history.back', { name }))
      onRolledBack()
    },
    onError: (error) => toast.error(t('history.backFailed'), { error }),
  })
  const ask = async () => {
    const isSure = await confirm({
      title: t('history.backTitle', { name }),
      text: t('history.backText'),
      action: t('history.rollBack'),
    })
    if (isSure) back.mutate()
  }
  return (
    <li className="flex items-start gap-2.5 border-b border-line px-4 py-2.5">
      <Icon of={isPublished ? Send : Archive} className="mt-0.5 shrink-0 text-mute" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        {isPublished && entry.description && <p className="line-clamp-2 text-small text-mute">{entry.description}</p>}
        <p className="mt-0.5 flex items-center gap-1.5 text-small text-mute">
          <Avatar
            name={entry.operator.nickname}
            id={entry.operator.user_id}
            src={entry.operator.avatar_url}
            size={18}
          />
          <DateTime at={fromSeconds(entry.operate_time)} />
        </p>
      </div>
      {may('rollback') && (
        <Button
          size="sm"
          kind="quiet"
          icon={RotateCcw}
          busy={back.isPending}
          aria-label={t('history.rollBackTo', { name })}
          onClick={() => void ask()}
        >
          {t('history.rollBack')}
        </Button>
      )}
    </li>
  )
}
