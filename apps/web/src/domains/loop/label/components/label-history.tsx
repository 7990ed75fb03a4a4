import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { type Label, labelVersionsQuery, statusKeyOf } from '../label.queries.ts'

type Change = Label['changeLogs'][number]

/** The changes in each version, newest first. */
export function LabelHistory({ spaceId, id }: { spaceId: string; id: string }) {
  const t = useT('label')
  const { data = [] } = useQuery(labelVersionsQuery(spaceId, id))
  const textOf = ({ target, operation, beforValue: before, afterValue: after, targetValue: value }: Change) => {
    const nameOf = (status: string) => t(`status.${statusKeyOf(Number(status))}`)
    if (target === 1) return t('change.created')
    if (target === 2) return t('change.renamed', { before, after })
    if (target === 3) return t('change.described')
    if (target === 4) return t('change.status', { status: nameOf(after) })
    if (target === 5) return t('change.shared')
    if (target === 7) return t('change.valueStatus', { value, status: nameOf(after) })
    if (operation === 1) return t('change.valueAdded', { value })
    return operation === 2 ? t('change.valueRenamed', { before, after }) : t('change.valueRemoved', { value })
  }
  return (
    <section aria-label={t('history.label')}>
      <h3 className="mb-1 font-medium">{t('history.label')}</h3>
      <ul className="flex flex-col gap-1 text-small">
        {data.map((version) => (
          <li key={version.ID} className="flex gap-2">
            <span className="w-16 shrink-0 tabular-nums">{version.version}</span>
            <span className="min-w-0 flex-1">{version.changeLogs.map(textOf).join(' · ') || t('change.none')}</span>
            <DateTime at={Number(version.updatedAt)} className="shrink-0 text-mute" />
          </li>
        ))}
      </ul>
    </section>
  )
}
