import { useQuery } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { factorQuery, sessionsQuery } from '../account.queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpFactorDialog } from './set-up-factor-dialog.tsx'
import { TurnOffFactorDialog } from './turn-off-factor-dialog.tsx'

const refresh = () =>
  Promise.all([factorQuery, sessionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))

/** Two-step verification: set-up, deactivation, and new recovery codes. */
export function SecondStep() {
  const t = useT('account')
  const { data, error } = useQuery(factorQuery)
  const [opened, setOpened] = useState<'on' | 'off' | null>(null)
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = () =>
    void confirm({
      title: t('factor.renewTitle'),
      text: t('factor.renewText'),
      action: t('factor.renewAction'),
      onConfirm: async () => {
        const { recovery_codes: fresh } = await api.factor.renewCodes({})
        setCodes(fresh)
        await refresh()
      },
    })
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton className="h-9" />
  return (
    <>
      {data.is_on ? (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-2">
            <Tag tone="ok" icon={ShieldCheck}>
              {t('factor.onSince')} <DateTime at={data.since} />
            </Tag>
            <span className="flex-1" />
            <Button icon={ShieldOff} onClick={() => setOpened('off')}>
              {t('factor.turnOff')}
            </Button>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{t('factor.codes')}</p>
              <p className="text-small text-mute">
                {t('factor.codesText')} {t('factor.codesLeft', { count: data.recovery_codes_left })}
              </p>
            </div>
            <Button icon={KeyRound} onClick={renew}>
              {t('factor.renew')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex items-center gap-2">
          <Tag>{t('factor.off')}</Tag>
          <span className="flex-1" />
          <Button icon={ShieldCheck} onClick={() => setOpened('on')}>
            {t('factor.setUp')}
          </Button>
        </div>
      )}
      {opened === 'on' && (
        <SetUpFactorDialog
          onDone={(fresh) => {
            setOpened(null)
            setCodes(fresh)
            void refresh()
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'off' && <TurnOffFactorDialog onDone={refresh} onClose={() => setOpened(null)} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}
