import { HistoryType } from '@orrery/contract/shared/bot-enums'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History, Send, Tag as TagIcon } from 'lucide-react'
import { useState } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { cn } from '#lib/class-names.ts'
import { type HistoryEntry, historyQuery } from '../../bot.queries.ts'
import { useEditor } from '../../draft/draft-context.ts'
import { VersionDialog } from '../dialogs/version-dialog.tsx'

/** Stored versions of the draft. Each can be compared with the draft and restored. */
export function HistoryDrawer({ onClose }: { onClose: () => void }) {
  const t = useT('bot')
  const { botId } = useEditor()
  const query = useInfiniteQuery(historyQuery(botId))
  const [shown, setShown] = useState<HistoryEntry | null>(null)
  const entries = query.data?.pages.flatMap((page) => page.history_infos) ?? []
  return (
    <SideSheet
      kind="bot-history"
      place="over"
      title={t('history.title')}
      caption={t('history.caption')}
      onClose={onClose}
    >
      {query.error && <ErrorPanel error={query.error} className="m-4" />}
      {query.isPending && <Loading />}
      {query.data && entries.length === 0 && (
        <EmptyState icon={History} title={t('history.empty')} text={t('history.empty.text')} />
      )}
      <ol className="flex flex-col">
        {entries.map((entry) => (
          <li key={entry.version + entry.history_type}>
            <Entry entry={entry} isShown={entry === shown} onOpen={() => setShown(entry)} />
          </li>
        ))}
      </ol>
      <InfiniteSentinel query={query} />
      {shown && <VersionDialog entry={shown} onClose={() => setShown(null)} />}
    </SideSheet>
  )
}

function Entry({ entry, isShown, onOpen }: { entry: HistoryEntry; isShown: boolean; onOpen: () => void }) {
  const t = useT('bot')
  return (
    <button
      type="button"
      onClick={onOpen}
      className={cn(
        'focus-inset flex w-full items-start gap-2.5 border-b border-line px-4 py-2.5 text-left hover:bg-page',
        isShown && 'bg-brand-soft/60',
      )}
    >
      <Avatar name={entry.creator.name} id={entry.creator.id} src={entry.creator.avatar_url} size={24} decorative />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <DateTime at={fromSeconds(entry.create_time)} className="font-medium" />
          {entry.history_type === HistoryType.publish && (
            <Tag tone="ok" icon={Send}>
              {[t('history.published'), entry.version_name].filter(Boolean).join(' ')}
            </Tag>
          )}
          {entry.history_type === HistoryType.commit && (
            <Tag tone="brand" icon={TagIcon}>
              {t('history.kept')}
            </Tag>
          )}
        </span>
        <span className="block truncate text-small text-mute">
          {[entry.creator.name, entry.commit_remark || entry.info].filter(Boolean).join(' · ')}
        </span>
      </span>
    </button>
  )
}

function Loading() {
  return (
    <div className="flex flex-col gap-3 p-4">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-10" />
      ))}
    </div>
  )
}
