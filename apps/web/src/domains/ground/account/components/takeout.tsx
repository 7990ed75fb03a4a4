import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, PackageOpen } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { refreshTakeout, takeoutQuery } from '../account.queries.ts'

const [packing, failed] = [0, 2]

/** Requests an archive of all data stored about the person, and offers the download when it is ready. */
export function Takeout() {
  const t = useT('account')
  const { data, error } = useQuery(takeoutQuery)
  const begin = useMutation({ mutationFn: () => api.takeout.begin({}), onSuccess: refreshTakeout })
  if (error && !data) return <ErrorPanel error={error} />
  const time = data ? formatTime(fromSeconds(data.request_time)) : ''
  const isPacking = data?.status === packing
  return (
    <div className="flex max-w-120 flex-col items-start gap-3">
      <p className="text-mute">{t('takeout.holds')}</p>
      <div role="status">
        {isPacking && (
          <p className="flex items-center gap-2">
            <Spinner /> {t('takeout.packing', { time })}
          </p>
        )}
        {data?.status === failed && <p className="text-err">{t('takeout.failed')}</p>}
        {data?.url && <p>{t('takeout.ready', { time, until: formatTime(fromSeconds(data.expire_time)) })}</p>}
      </div>
      {begin.error && <ErrorPanel error={begin.error} />}
      <div className="flex flex-wrap gap-2">
        {data?.url && (
          <a href={data.url} download className={buttonStyle('solid')}>
            <Icon of={Download} />
            {t('takeout.download')}
          </a>
        )}
        <Button icon={PackageOpen} disabled={!data || isPacking} busy={begin.isPending} onClick={() => begin.mutate()}>
          {data?.url ? t('takeout.again') : t('takeout.begin')}
        </Button>
      </div>
    </div>
  )
}
