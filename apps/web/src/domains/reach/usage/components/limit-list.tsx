import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatNumber, formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { botNamesQuery, type Limit, limitsQuery, refreshUsage } from '../usage.queries.ts'

/** Limits of bots and their current use. */
export function LimitList({ spaceId }: { spaceId: string }) {
  const t = useT('usage')
  const { data: limits = [] } = useQuery(limitsQuery(spaceId))
  const { data: names } = useQuery({
    ...botNamesQuery(spaceId),
    enabled: limits.some((limit) => limit.subject === 'bot'),
  })
  const nameOf = (limit: Limit) =>
    limit.subject === 'space'
      ? t('subject.space')
      : limit.subject === 'bot'
        ? (names?.get(limit.subject_id) ?? limit.subject_id)
        : `${t(`subject.${limit.subject}`)} ${limit.subject_id}`
  const removeLimit = (limit: Limit) =>
    confirm({
      title: t('limit.remove.title'),
      text: t('limit.remove.text'),
      action: t('limit.remove'),
      danger: true,
      onConfirm: async () => {
        await api.openUsage.removeLimit({ workspace_id: spaceId, limit_id: limit.id })
        await refreshUsage(spaceId)
      },
    })
  return (
    <section aria-label={t('limits')} className="p-4">
      <h2 className="mb-2 font-semibold">{t('limits')}</h2>
      {limits.length === 0 ? (
        <p className="text-small text-mute">{t('limits.none')}</p>
      ) : (
        <ul className="max-w-180 rounded-md border border-line">
          {limits.map((limit) => (
            <li key={limit.id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
              <Progress
                thin
                className="min-w-0 flex-1"
                value={limit.max ? Math.min(1, limit.used / limit.max) : 1}
                tone={limit.used >= limit.max ? 'err' : 'brand'}
                label={t('limit.says', {
                  who: nameOf(limit),
                  unit: t(`unit.${limit.unit}`),
                  period: t(`per.${limit.period}`),
                })}
                note={
                  <>
                    {formatNumber(limit.used)} / {formatNumber(limit.max)}
                    {limit.resets_at > 0 && ` · ${t('resets', { time: formatTime(fromSeconds(limit.resets_at)) })}`}
                  </>
                }
              />
              <IconButton
                size="sm"
                kind="danger"
                icon={Trash2}
                label={t('limit.removeNamed', { who: nameOf(limit) })}
                onClick={() => void removeLimit(limit)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
