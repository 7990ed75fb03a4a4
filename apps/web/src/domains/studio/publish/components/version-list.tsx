import { useInfiniteQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { Tag } from '#ui/tag.tsx'
import type { PublishPort, Version } from '../publish-port.ts'
import { versionsQuery } from '../publish.queries.ts'

const shownAtOnce = 4

interface VersionListProps {
  port: PublishPort
  versions: readonly Version[]
  total: number
  canGoBack: boolean
  onGoBack: (version: Version) => void
}

/** Earlier versions, with a way to restore them. */
export function VersionList({ port, versions, total, canGoBack, onGoBack }: VersionListProps) {
  const t = useT('publish')
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('versions')} className="shrink-0 border-t border-line bg-card px-4 py-3">
      <div className="flex h-7 items-center justify-between">
        <h2 className="text-small text-mute">{t('versions')}</h2>
        {total > shownAtOnce && (
          <Button size="xs" kind="ghost" onClick={() => setOpen(true)}>
            {t('versions.all', { count: total })}
          </Button>
        )}
      </div>
      {versions.length === 0 ? (
        <p className="py-1 text-small text-mute">{t('versions.none')}</p>
      ) : (
        <ul>
          {versions.slice(0, shownAtOnce).map((version) => (
            <VersionRow key={version.id} version={version} canGoBack={canGoBack} onGoBack={onGoBack} />
          ))}
        </ul>
      )}
      {isOpen && (
        <AllVersions
          port={port}
          canGoBack={canGoBack}
          onGoBack={(version) => {
            setOpen(false)
            onGoBack(version)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

interface RowProps {
  version: Version
  canGoBack: boolean
  onGoBack: (version: Version) => void
  /** Shows the whole note below. */
  isWhole?: boolean
}
function VersionRow({ version, canGoBack, onGoBack, isWhole }: RowProps) {
  const t = useT('publish')
  const isLive = version.live.length > 0
  return (
    <li className="group/version">
      <div className="flex min-h-8 items-center gap-2 text-small">
        <span className="shrink-0 font-mono text-code">{version.name || '–'}</span>
        <span className="min-w-0 flex-1 truncate text-mute" title={version.note}>
          {isWhole ? '' : version.note.split('\n')[0]?.replace(/^- /, '')}
        </span>
        {isLive && <Tag tone="ok">{t('versions.live')}</Tag>}
        {canGoBack && !isLive && (
          <IconButton
            size="sm"
            icon={Undo2}
            label={t('back.action', { version: version.name })}
            onClick={() => onGoBack(version)}
          />
        )}
        <DateTime at={version.at} className="shrink-0 text-mute tabular-nums" />
        <Avatar id={version.by.id} name={version.by.name} src={version.by.avatarUrl} size={18} />
      </div>
      {isWhole && version.note && (
        <p className="pb-2 text-small wrap-anywhere whitespace-pre-wrap text-mute">{version.note}</p>
      )}
    </li>
  )
}

interface AllProps extends Pick<VersionListProps, 'port' | 'canGoBack' | 'onGoBack'> {
  onClose: () => void
}
function AllVersions({ port, canGoBack, onGoBack, onClose }: AllProps) {
  const t = useT('publish')
  const query = useInfiniteQuery(versionsQuery(port))
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? []
  return (
    <Dialog
      open
      size="md"
      title={t('versions')}
      description={t('versions.text')}
      onOpenChange={(open) => !open && onClose()}
    >
      <ul className="flex flex-col divide-y divide-line">
        {versions.map((version) => (
          <VersionRow key={version.id} version={version} isWhole canGoBack={canGoBack} onGoBack={onGoBack} />
        ))}
      </ul>
      <InfiniteSentinel query={query} />
    </Dialog>
  )
}
