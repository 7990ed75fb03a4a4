import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { useEditor } from '../document/editor-context.ts'
import { type ListedVersion, versionsQuery } from './version.queries.ts'

interface VersionListProps {
  chosen: string
  onChoose: (commitId: string) => void
}

/** Published versions and saved states; a click compares one of them with the draft. */
export function VersionList({ chosen, onChoose }: VersionListProps) {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const [kind, setKind] = useState<'publish' | 'draft'>('publish')
  const query = useInfiniteQuery(versionsQuery(workflowId, kind))
  const versions = query.data?.pages.flatMap((page) => page.version_list) ?? []
  return (
    <nav aria-label={t('versions.list')} className="flex w-56 shrink-0 flex-col border-r border-line bg-card">
      <div className="flex h-12 shrink-0 items-center border-b border-line px-4">
        <Segmented
          size="sm"
          wide
          label={t('versions.kind')}
          items={[
            { value: 'publish', label: t('versions.published') },
            { value: 'draft', label: t('versions.kept') },
          ]}
          value={kind}
          onChange={setKind}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {query.error && <ErrorPanel error={query.error} />}
        {query.isPending && <Skeleton className="m-2 h-10" />}
        {query.data && versions.length === 0 && (
          <p className="px-2 py-3 text-small text-mute">
            {t(kind === 'publish' ? 'versions.nonePublished' : 'versions.noneKept')}
          </p>
        )}
        <ol className="flex flex-col gap-0.5">
          {versions.map((version, at) => (
            <li key={version.commit_id}>
              <Entry
                version={version}
                isLive={kind === 'publish' && at === 0}
                isChosen={version.commit_id === chosen}
                onChoose={() => onChoose(version.commit_id)}
              />
            </li>
          ))}
        </ol>
        <InfiniteSentinel query={query} />
      </div>
    </nav>
  )
}

interface EntryProps {
  version: ListedVersion
  isLive: boolean
  isChosen: boolean
  onChoose: () => void
}

function Entry({ version, isLive, isChosen, onChoose }: EntryProps) {
  const t = useT('workflow-run')
  const { user } = version
  return (
    <button
      type="button"
      aria-current={isChosen}
      onClick={onChoose}
      className={cn(
        'focus-inset flex w-full flex-col gap-0.5 rounded-md px-2 py-1.5 text-left',
        isChosen ? 'bg-brand-soft' : 'hover:bg-hover',
      )}
    >
      <span className="flex items-center gap-2">
        {version.version ? (
          <span className="font-mono text-code font-medium">{version.version}</span>
        ) : (
          <span className="flex items-center gap-1.5 font-medium">
            <Icon of={CircleDot} size={14} className="text-mute" />
            {t('versions.state')}
          </span>
        )}
        {isLive && <Tag tone="ok">{t('versions.live')}</Tag>}
        <DateTime at={version.create_time} className="ml-auto text-small text-mute" />
        <Avatar name={user.nickname || user.user_name} id={user.user_id} src={user.user_avatar} size={18} />
      </span>
      {version.desc && <span className="line-clamp-2 text-small text-mute">{version.desc}</span>}
    </button>
  )
}
