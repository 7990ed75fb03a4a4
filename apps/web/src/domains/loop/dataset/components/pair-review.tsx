import { DedupDecision, JobStatus } from '@orrery/contract/shared/dataset-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CopyMinus, CopyPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { KeyHints } from '#ui/key-cap.tsx'
import { Progress } from '#ui/progress.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Pair, pairsQuery, refreshSearches } from '../quality.queries.ts'

const { duplicate, distinct } = DedupDecision

/** Shows pairs of similar rows one at a time: D marks a duplicate, N marks none. */
export function PairReview({ jobId, isFile }: { jobId: string; isFile: boolean }) {
  const t = useT('dataset')
  const query = useQuery(pairsQuery(jobId))
  const job = query.data
  const pair = job?.itemPairs[0]
  const frame = useRef<HTMLDivElement>(null)
  const decide = useMutation({
    mutationFn: ({ key, as }: { key: string; as: 1 | 2 }) =>
      api.datasetDedup.confirm({ jobID: jobId, pairs: [{ newItemsUniqKey: key, importConfirmType: as }] }),
    onSuccess: () => refreshSearches(),
  })
  // Focus the panel so that the keys work at once.
  useEffect(() => {
    if (pair) frame.current?.focus()
  }, [pair])
  if (query.error) return <ErrorPanel error={query.error} />
  if (!job || job.status <= JobStatus.running)
    return <Progress value={null} label={t('pairs.searching')} note={t('pairs.searching')} />
  if (job.error)
    return (
      <Banner tone="err" inset>
        {job.error}
      </Banner>
    )
  if (!pair)
    return (
      <p role="status" className="text-mute">
        {job.confirmedDedupItemsCount + job.confirmedNotDedupItemsCount > 0 ? t('pairs.done') : t('pairs.none')}
      </p>
    )
  const submitDecision = (as: 1 | 2) => !decide.isPending && decide.mutate({ key: pair.uniqKey, as })
  return (
    <div
      ref={frame}
      role="group"
      tabIndex={-1}
      aria-label={t('pairs.review')}
      onKeyDown={(event) => {
        if (event.metaKey || event.ctrlKey || event.altKey) return
        const as = { d: duplicate, n: distinct }[event.key.toLowerCase()]
        if (as === undefined) return
        event.preventDefault()
        submitDecision(as)
      }}
      className="flex flex-col gap-3 outline-none"
    >
      <p role="status">{t('pairs.left', { count: job.total })}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Side title={isFile ? t('pairs.newRow') : t('pairs.laterRow')} values={pair.newItem} />
        <div className="flex flex-col gap-3">
          {pair.suspectedItems.map(({ item, score, inFile }, at) => (
            <Side key={at} title={inFile ? t('pairs.sameFile') : t('pairs.inDataset')} score={score} values={item} />
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={CopyMinus} onClick={() => submitDecision(duplicate)}>
          {isFile ? t('pairs.leaveOut') : t('pairs.delete')}
        </Button>
        <Button icon={CopyPlus} onClick={() => submitDecision(distinct)}>
          {t('pairs.keep')}
        </Button>
        <span className="ml-auto max-sm:hidden">
          <KeyHints
            hints={[
              { keys: 'd', label: t('pairs.duplicate') },
              { keys: 'n', label: t('pairs.distinct') },
            ]}
          />
        </span>
      </div>
      {decide.error && <ErrorPanel error={decide.error} />}
    </div>
  )
}

interface SideProps {
  title: string
  score?: number
  values: Pair['newItem']
}
function Side({ title, score, values }: SideProps) {
  const t = useT('dataset')
  const turns = values.repeatedData?.map(({ data }) => data) ?? [values.data ?? []]
  return (
    <section className="flex flex-col gap-1.5 rounded-md border border-line p-3">
      <h3 className="flex items-center justify-between gap-2 text-small text-mute">
        {title}
        {score !== undefined && <Tag>{t('pairs.score', { score })}</Tag>}
      </h3>
      {turns.flat().map(({ key, name, content }, at) => (
        <p key={`${key}${at}`} data-user-text className="line-clamp-6 wrap-anywhere">
          <span className="text-small text-mute">{name}: </span>
          {content}
        </p>
      ))}
    </section>
  )
}
