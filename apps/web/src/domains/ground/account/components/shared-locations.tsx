import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { refreshSharedLocations, sharedLocationsQuery } from '../account.queries.ts'

/** Bots that know the country of the person. */
export function SharedLocations() {
  const t = useT('account')
  const { data = [], error } = useQuery(sharedLocationsQuery)
  const withdraw = useMutation({
    mutationFn: (bot_id: string) => api.location.withdrawOwn({ bot_id }),
    onSuccess: refreshSharedLocations,
  })
  const failure = error ?? withdraw.error
  return (
    <div className="flex max-w-120 flex-col gap-2">
      {failure ? <ErrorPanel error={failure} /> : null}
      {data.length === 0 && <p className="text-mute">{t('locations.none')}</p>}
      <ul className="flex flex-col">
        {data.map((bot) => (
          <li key={bot.bot_id} className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
            <span data-user-text className="min-w-0 flex-1 truncate">
              {bot.bot_name}
            </span>
            <span className="text-small text-mute">{bot.country_name}</span>
            <DateTime at={bot.shared_at} className="text-small text-mute" />
            <Button
              size="sm"
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate(bot.bot_id)}
              aria-label={t('locations.stopOf', { name: bot.bot_name })}
            >
              {t('locations.stop')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
