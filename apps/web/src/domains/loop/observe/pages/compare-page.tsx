import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { formatFullTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { JsonView } from '#ui/json-view.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { ComparedFigures } from '../components/compared-figures.tsx'
import { ComparedSteps } from '../components/compared-steps.tsx'
import { tileOf, titleOf, TraceState } from '../components/trace-table.tsx'
import { spaceTraceQuery, type TraceHead } from '../observe.queries.ts'

/** Compares two traces: their figures, their steps, and their inputs and outputs. */
export function ComparePage() {
  const t = useT('observe')
  const space = useSpace()
  const navigate = useNavigate({ from: '/space/$space_id/observe/traces/compare' })
  const { left = '', right = '' } = useSearch({ from: '/signed/space/$space_id/observe/traces/compare' })
  const one = useQuery(spaceTraceQuery(space.id, left))
  const other = useQuery(spaceTraceQuery(space.id, right))
  const both = {
    data: one.data && other.data && { left: one.data, right: other.data },
    error: one.error ?? other.error,
    refetch: () => void Promise.all([one.refetch(), other.refetch()]),
  }
  const list = { to: '/space/$space_id/observe/traces', params: { space_id: space.id } } as const
  return (
    <QueryPage
      query={both}
      failed={t('trace.failed')}
      missing={t('trace.missing')}
      missingText={t('trace.missing.text')}
      loading={<Skeleton className="m-5 h-64" />}
      back={
        <Link {...list} className={buttonStyle()}>
          {t('trace.back')}
        </Link>
      }
    >
      {({ left: own, right: others }) => (
        <div className="flex min-h-0 flex-1 flex-col bg-card">
          <TitleBar
            title={t('compare')}
            note={t('compare.note')}
            back={<Link {...list} />}
            actions={
              <Button
                icon={ArrowLeftRight}
                onClick={() => void navigate({ search: { left: right, right: left }, replace: true })}
              >
                {t('compare.swap')}
              </Button>
            }
          />
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
            <div className="grid shrink-0 grid-cols-2 divide-x divide-line border-b border-line max-md:grid-cols-1 max-md:divide-x-0 max-md:divide-y">
              <Side spaceId={space.id} trace={own.trace} label={t('compare.left')} />
              <Side spaceId={space.id} trace={others.trace} label={t('compare.right')} />
            </div>
            <ComparedFigures left={own.trace} right={others.trace} />
            <ComparedSteps left={own.spans} right={others.spans} />
            <section aria-label={t('compare.said')} className="border-t border-line px-5 py-4">
              <h2 className="mb-3 font-semibold">{t('compare.said')}</h2>
              <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
                {(['input', 'output'] as const).flatMap((side) => [
                  <Said
                    key={`${side} left`}
                    label={`${t(`field.${side}`)} · ${t('compare.left')}`}
                    text={own.trace[side]}
                  />,
                  <Said
                    key={`${side} right`}
                    label={`${t(`field.${side}`)} · ${t('compare.right')}`}
                    text={others.trace[side]}
                  />,
                ])}
              </div>
            </section>
          </div>
        </div>
      )}
    </QueryPage>
  )
}

function Side({ spaceId, trace, label }: { spaceId: string; trace: TraceHead; label: string }) {
  return (
    <section aria-label={label} className="flex min-w-0 items-center gap-3 px-5 py-3">
      <TypeTile kind={tileOf(trace.object_kind)} size={36} />
      <div className="min-w-0 flex-1">
        <p className="text-caption text-mute">{label}</p>
        <Link
          to="/space/$space_id/observe/traces/$trace_id"
          params={{ space_id: spaceId, trace_id: trace.trace_id }}
          data-user-text
          className="block truncate font-semibold hover:underline"
        >
          {titleOf(trace)}
        </Link>
        <p className="truncate text-small text-mute">
          {[trace.object_name, formatFullTime(trace.started_at)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <TraceState trace={trace} />
    </section>
  )
}

function Said({ label, text }: { label: string; text: string }) {
  return <JsonView label={label} text={text || '–'} maxHeight="16rem" />
}
