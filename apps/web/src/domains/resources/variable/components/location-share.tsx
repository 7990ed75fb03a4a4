import { useMutation, useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { locationQuery, refreshLocation } from '../variable.queries.ts'

const place = 1

/** Shares the reader's country with the bot, after showing it, or withdraws it. */
export function LocationShare({ botId }: { botId: string }) {
  const t = useT('variable')
  const { data, error } = useQuery(locationQuery(botId))
  const call = { bot_id: botId, auth_type: place }
  const onSuccess = () => refreshLocation(botId)
  const share = useMutation({ mutationFn: () => api.location.share(call), onSuccess })
  const withdraw = useMutation({ mutationFn: () => api.location.withdraw(call), onSuccess })
  const failure = error ?? share.error ?? withdraw.error
  return (
    <SheetSection title={t('location')}>
      <div className="flex flex-col items-start gap-2 text-small">
        {data?.shared ? (
          <>
            <p>{t('location.shared', { country: data.shared })}</p>
            <Button size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {t('location.withdraw')}
            </Button>
          </>
        ) : data?.offered ? (
          <>
            <p>{t('location.offer', { country: data.offered })}</p>
            <Button size="sm" icon={MapPin} busy={share.isPending} onClick={() => share.mutate()}>
              {t('location.share')}
            </Button>
          </>
        ) : (
          data && <p className="text-mute">{t('location.unknown')}</p>
        )}
        {failure ? <ErrorPanel error={failure} /> : null}
        <p className="text-mute">
          {t('location.source')}{' '}
          <a href="https://lite.ip2location.com" target="_blank" rel="noreferrer" className="underline">
            IP2Location LITE
          </a>
        </p>
      </div>
    </SheetSection>
  )
}
