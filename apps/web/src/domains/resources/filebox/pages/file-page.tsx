import { ApiError } from '@orrery/contract/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useVisitor } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage, NotFound } from '#ui/page-state.tsx'
import { Tag } from '#ui/tag.tsx'
import { AlbumView } from '../components/album-view.tsx'
import { FileView } from '../components/file-view.tsx'
import { type PageLink, pageQuery, writableQuery } from '../filebox.queries.ts'

const albumPage = '5'

/** The page of a file or album behind a signed link, for anyone who has the link. */
export function FilePage() {
  const t = useT('filebox')
  const link: PageLink = useSearch({ strict: false })
  const [isGone, setGone] = useState(false)
  const query = useInfiniteQuery({ ...pageQuery(link), enabled: !isGone, retry: false })
  const isSigned = Boolean(useVisitor())
  const isOwn = useQuery({ ...writableQuery(link.dpid ?? ''), enabled: isSigned && Boolean(link.dpid) }).data ?? false
  const shown = query.data?.pages[0]
  usePageTitle(shown?.show_title ?? t('page.title'))
  const missing = <NotFound title={t('page.missing')} text={t('page.missingText')} />
  if (isGone || (query.error && isRefused(query.error))) return <Frame>{missing}</Frame>
  if (query.error && !shown)
    return (
      <Frame>
        <FailedPage title={t('page.failed')} error={query.error} onRetry={() => void query.refetch()} />
      </Frame>
    )
  if (!shown) return <Frame>{null}</Frame>
  const files = query.data!.pages.flatMap((page) => page.file_list)
  const onGone = () => setGone(true)
  return (
    <Frame>
      <header className="flex flex-wrap items-center gap-2 pb-5">
        <h1 data-user-text className="min-w-0 text-dialog font-semibold wrap-anywhere">
          {shown.show_title}
        </h1>
        {isOwn && <Tag tone="brand">{t('page.own')}</Tag>}
        {link.obj_type === albumPage && (
          <span className="text-small text-mute">{t('album.size', { count: shown.total })}</span>
        )}
      </header>
      {link.obj_type === albumPage ? (
        <AlbumView
          botId={link.bid!}
          albumId={link.dpid!}
          name={shown.show_title}
          description={shown.show_desc}
          photos={files}
          isOwn={isOwn}
          onGone={onGone}
        />
      ) : (
        files[0] && <FileView file={files[0]} isOwn={isOwn} onGone={onGone} />
      )}
      <InfiniteSentinel query={query} />
    </Frame>
  )
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-y-auto bg-card">
    <div className="mx-auto flex min-h-full max-w-220 flex-col p-6">{children}</div>
  </div>
)

/** Whether a link is invalid or expired, or its target no longer exists. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && [400, 403, 404].includes(error.status)
