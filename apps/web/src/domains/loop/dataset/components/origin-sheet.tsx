import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Tag } from '#ui/tag.tsx'
import {
  copiesQuery,
  type Dataset,
  experimentsQuery,
  historyQuery,
  itemQuery,
  originQuery,
} from '../dataset.queries.ts'
import { cellText, isMediaField, readableMedia } from '../media-value.ts'
import { MediaView } from './media-view.tsx'

const ways = {
  1: 'person',
  2: 'dataset',
  3: 'file',
  4: 'trace',
  5: 'people',
  6: 'program',
  7: 'program',
  8: 'program',
  9: 'people',
} as const

interface OriginSheetProps {
  dataset: Dataset
  itemId: string
  onClose: () => void
}

/** Shows the origin of a row step by step, and the rows that were copied from it. */
export function OriginSheet({ dataset, itemId, onClose }: OriginSheetProps) {
  const t = useT('dataset')
  const steps = useQuery(originQuery(dataset.id, itemId))
  const history = useQuery(historyQuery(dataset.id, itemId))
  const nameOf = (key: string) => dataset.schema.fields.find((field) => field.key === key)?.name ?? key
  const files = new Set(dataset.schema.fields.filter(isMediaField).map(({ key }) => key))
  const wordsOf = (key: string, text: string) => (files.has(key) ? readableMedia(text) || text : text)
  const copies = useQuery(copiesQuery(dataset.id, itemId))
  return (
    <SideSheet kind="dataset-origin" title={t('origin.title')} caption={itemId} onClose={onClose}>
      <Files dataset={dataset} itemId={itemId} />
      <SheetSection title={t('origin.from')}>
        {steps.error && <ErrorPanel error={steps.error} />}
        <ol aria-label={t('origin.from')} className="flex flex-col gap-2">
          {steps.data?.map(({ type, trackedItem, file, traceID, createdAt }, at) => (
            <li key={at} className="flex flex-wrap items-center gap-2">
              <Tag>{t(`origin.way.${ways[type as keyof typeof ways] ?? 'person'}`)}</Tag>
              {file && (
                <span data-user-text className="min-w-0 truncate">
                  {file.originalFileName}
                </span>
              )}
              {traceID && (
                <Link
                  to="/space/$space_id/observe/traces/$trace_id"
                  params={{ space_id: trackedItem.spaceID, trace_id: traceID }}
                  className="text-brand hover:underline"
                >
                  {t('cell.trace')}
                </Link>
              )}
              {at > 0 && (
                <Link
                  to="/space/$space_id/evaluate/datasets/$dataset_id"
                  params={{ space_id: trackedItem.spaceID, dataset_id: trackedItem.datasetID }}
                  className="text-brand hover:underline"
                >
                  {t('origin.open')}
                </Link>
              )}
              <DateTime at={Number(createdAt)} className="ml-auto text-mute" />
            </li>
          ))}
        </ol>
      </SheetSection>
      <SheetSection title={t('origin.changes')}>
        {history.error && <ErrorPanel error={history.error} />}
        {history.data?.length === 0 && <p className="text-mute">{t('origin.unchanged')}</p>}
        <ul aria-label={t('origin.changes')} className="flex flex-col gap-2.5">
          {history.data?.map(({ fieldKey, before, after, byJob, createdAt }, at) => (
            <li key={at} className="flex flex-col gap-0.5">
              <span className="flex items-center gap-2 text-small text-mute">
                <span data-user-text>{nameOf(fieldKey)}</span>
                <span>{byJob ? t('origin.byJob') : t('origin.byHand')}</span>
                <DateTime at={Number(createdAt)} className="ml-auto" />
              </span>
              {before && <Before text={wordsOf(fieldKey, before)} />}
              {after && <After text={wordsOf(fieldKey, after)} />}
            </li>
          ))}
        </ul>
      </SheetSection>
      <Experiments dataset={dataset} itemId={itemId} />
      <SheetSection title={t('origin.to')}>
        {copies.error && <ErrorPanel error={copies.error} />}
        {copies.data?.length === 0 && <p className="text-mute">{t('origin.nowhere')}</p>}
        <ul aria-label={t('origin.to')} className="flex flex-col gap-1.5">
          {copies.data?.map((copy) => (
            <li key={copy.itemID}>
              <Link
                to="/space/$space_id/evaluate/datasets/$dataset_id"
                params={{ space_id: copy.spaceID, dataset_id: copy.datasetID }}
                className="text-brand hover:underline"
              >
                {copy.name}
              </Link>
            </li>
          ))}
        </ul>
      </SheetSection>
    </SideSheet>
  )
}

/** The experiments that used a row. */
function Experiments({ dataset, itemId }: { dataset: Dataset; itemId: string }) {
  const t = useT('dataset')
  const { data, error } = useQuery(experimentsQuery(dataset.id, itemId))
  return (
    <SheetSection title={t('origin.experiments')}>
      {error && <ErrorPanel error={error} />}
      {data?.length === 0 && <p className="text-mute">{t('origin.noExperiments')}</p>}
      <ul aria-label={t('origin.experiments')} className="flex flex-col gap-1.5">
        {data?.map(({ id, name, version, score, createdAt }) => (
          <li key={id} className="flex items-center gap-2">
            <Link
              to="/space/$space_id/evaluate/experiments/$experiment_id"
              params={{ space_id: dataset.spaceID, experiment_id: id }}
              className="min-w-0 truncate text-brand hover:underline"
            >
              {name}
            </Link>
            <Tag>{version}</Tag>
            {score !== undefined && <span className="tabular-nums">{formatNumber(Math.round(score * 100))} %</span>}
            <DateTime at={Number(createdAt)} className="ml-auto text-mute" />
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}

/** Shows and plays the files of a row. */
function Files({ dataset, itemId }: { dataset: Dataset; itemId: string }) {
  const hasFiles = dataset.schema.fields.some((field) => field.status === 1 && isMediaField(field))
  const { data } = useQuery({ ...itemQuery(dataset.id, itemId), enabled: hasFiles })
  return data?.data?.filter(isMediaField).map((value) => (
    <SheetSection key={value.key} title={value.name}>
      <MediaView text={cellText(value)} />
    </SheetSection>
  ))
}

const value = 'line-clamp-3 rounded-sm px-1.5 py-0.5 wrap-anywhere no-underline'
const Before = ({ text }: { text: string }) => (
  <del data-user-text className={cn(value, 'bg-err-soft')}>
    {text}
  </del>
)
const After = ({ text }: { text: string }) => (
  <ins data-user-text className={cn(value, 'bg-ok-soft')}>
    {text}
  </ins>
)
