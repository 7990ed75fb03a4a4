import { TranslationState } from '@orrery/contract/shared/desk'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { textBlocksQuery, type TranslatedPage } from '../desk.queries.ts'
import type { PaperView } from './reader-document.tsx'

interface PaperPagesProps {
  translation: UseQueryResult<Awaited<ReturnType<typeof api.deskPaper.translation>>>
  view: PaperView
  onRetry: () => void
}
const { done, failed, running } = TranslationState

/** The paper page by page: the original on the left, the translation on the right. */
export function PaperPages({ translation, view, onRetry }: PaperPagesProps) {
  const t = useT('desk')
  const { data, error, refetch } = translation
  if (!data)
    return error ? (
      <FailedPage title={t('translate.failed')} error={error} onRetry={() => void refetch()} />
    ) : (
      <Waiting />
    )
  const finished = data.result.filter(({ status }) => status === done).length
  const retry = (
    <Button size="xs" onClick={onRetry}>
      {t('translate.again')}
    </Button>
  )
  return (
    <section
      aria-label={t('pages.label')}
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-page"
    >
      {data.result.some((page) => page.is_word_by_word) && <Banner tone="warn">{t('translate.wordByWord')}</Banner>}
      {data.problem && (
        <ErrorPanel title={t('translate.failed')} className="m-4" action={retry}>
          {data.problem}
        </ErrorPanel>
      )}
      {data.task_status === running && (
        <Progress
          className="px-5 py-3"
          label={t('translate.running')}
          value={data.page_count ? finished / data.page_count : null}
          note={
            data.page_count
              ? t('translate.pages', { done: formatNumber(finished), all: formatNumber(data.page_count) })
              : undefined
          }
        />
      )}
      <ol className="flex flex-col gap-6 p-5">
        {data.result.map((page) => (
          <li key={page.page_no}>
            <h2 className="mb-2 text-small text-mute">{t('pages.page', { page: formatNumber(page.page_no) })}</h2>
            {page.status === failed && (
              <ErrorPanel title={t('translate.pageFailed')} className="mb-2" action={retry}>
                {page.problem}
              </ErrorPanel>
            )}
            {page.status === done ? <Sides page={page} view={view} /> : page.status !== failed && <Waiting />}
          </li>
        ))}
      </ol>
    </section>
  )
}

const Waiting = () => <Skeleton className="h-64 w-full" />

function Sides({ page, view }: { page: TranslatedPage; view: PaperView }) {
  const t = useT('desk')
  return (
    <div className={cn('grid gap-4', view === 'both' && 'lg:grid-cols-2')}>
      {view !== 'translation' && <Side page={page} url={page.ori_image_url} label={t('view.original')} of="text" />}
      {view !== 'original' && <Side page={page} url={page.image_url} label={t('view.translation')} of="translation" />}
    </div>
  )
}

interface SideProps {
  page: TranslatedPage
  url: string
  label: string
  of: 'text' | 'translation'
}
/** A page as an image with its text as alternative text, or only the text if there is no image. */
function Side({ page, url, label, of }: SideProps) {
  const t = useT('desk')
  const { data: blocks } = useQuery(textBlocksQuery(page.text_blocks_url))
  const texts = blocks?.map((block) => block[of]).filter(Boolean) ?? []
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line bg-card">
      <figcaption className="border-b border-line px-3 py-1.5 text-small text-mute">{label}</figcaption>
      {url ? (
        <img src={url} alt={texts.join('\n')} loading="lazy" className="block w-full bg-white" />
      ) : (
        <div className="flex flex-col gap-2 p-4">
          {texts.length === 0 ? (
            <p className="text-mute">{t('pages.noText')}</p>
          ) : (
            texts.map((text, at) => (
              <p key={at} className="wrap-anywhere">
                {text}
              </p>
            ))
          )}
        </div>
      )}
    </figure>
  )
}
