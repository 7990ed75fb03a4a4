import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ResourceRows } from '#domains/library/bundle/index.ts'
import type { TransferPick } from '../transfer.ts'
import { usePreview } from '../transfer.queries.ts'

/** The effects before a transfer: what is copied along, what stays where it is, and what cannot be transferred. */
export function TransferPreview({ picks, targetSpace }: { picks: readonly TransferPick[]; targetSpace: string }) {
  const t = useT('library')
  const { isPending, error, along, stays, missing } = usePreview(picks, targetSpace)
  if (error) return <ErrorPanel title={t('transfer.noPreview')} error={error} />
  if (isPending) return <Skeleton className="h-16" />
  const groups = [
    { title: t('transfer.along'), lines: along },
    { title: t('transfer.stays'), lines: stays },
  ].filter((group) => group.lines.length > 0)
  return (
    <div className="flex flex-col gap-3">
      {!groups.length && !missing.length && <p className="text-mute">{t('transfer.alone')}</p>}
      {groups.map(({ title, lines }) => (
        <section key={title} className="flex flex-col gap-1">
          <h3 className="font-medium">{title}</h3>
          <ResourceRows label={title} lines={lines.map(({ kind, id, name }) => ({ key: id, kind, name }))} />
        </section>
      ))}
      {missing.length > 0 && (
        <ErrorPanel title={t('transfer.missing')}>
          {missing.map(({ kind, id }) => `${kind} ${id}`).join(', ')}
        </ErrorPanel>
      )}
    </div>
  )
}
