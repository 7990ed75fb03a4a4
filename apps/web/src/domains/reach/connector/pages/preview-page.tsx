import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { PictureTile } from '#ui/picture-tile.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LabChat } from '#domains/studio/publish/index.ts'

/** A snapshot of a draft on one channel, for people who have the link. */
export function PreviewPage() {
  const t = useT('connector')
  const { key } = useParams({ from: '/signed/preview/$key' })
  const query = useQuery({
    queryKey: ['preview', key],
    queryFn: ({ signal }) => api.preview.open({ key }, { signal }),
    retry: false,
  })
  usePageTitle(query.data?.bot_name ?? t('preview'))
  return (
    <QueryPage
      query={query}
      loading={<Skeleton className="m-6 h-64" />}
      failed={t('preview.failed')}
      missing={t('preview.missing')}
      missingText={t('preview.missingText')}
    >
      {(preview) => (
        <main className="mx-auto flex w-full max-w-2xl flex-col gap-4 overflow-y-auto p-6">
          <header className="flex items-center gap-3">
            <PictureTile id={key} kind="bot" src={preview.icon_url} size={36} />
            <div className="min-w-0">
              <h1 data-user-text className="truncate font-semibold">
                {preview.bot_name}
              </h1>
              <p className="text-small text-mute">
                {t('preview.on', {
                  channel: preview.connector_name,
                  time: formatTime(preview.create_time * 1000),
                  end: formatTime(preview.expire_time * 1000),
                })}
              </p>
            </div>
          </header>
          <LabChat say={(said) => api.preview.say({ key, said })} />
        </main>
      )}
    </QueryPage>
  )
}
