import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { returnAddress } from '#lib/connect-account.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Banner } from '#ui/banner.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** The page to which the service of a custom channel redirects people, with a code or an error. */
export function ConnectPage() {
  const t = useT('connector')
  const { code = '', state = '', error: refusal } = useSearch({ from: '/oauth/connector' })
  const dot = state.indexOf('.')
  const [channelId, own] = [state.slice(0, Math.max(dot, 0)), state.slice(dot + 1)]
  const isWhole = code !== '' && channelId !== ''
  // A code is valid only once, so it is exchanged only once, even if the page renders again.
  const { data, error } = useQuery({
    queryKey: ['connectors', 'code', code],
    queryFn: async () => {
      await api.bot.authCode({ connector_id: channelId, code, encrypt_state: own })
      return true
    },
    enabled: isWhole,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Navigate to={returnAddress(channelId)} replace />
  const problem = error
    ? describeError(error).message
    : isWhole
      ? ''
      : refusal
        ? t('connect.refused')
        : t('connect.bad')
  return (
    <div className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 p-6">
      <h1 className="text-title font-semibold">{t('connect.title')}</h1>
      {problem ? (
        <>
          <Banner tone="err" inset>
            {problem}
          </Banner>
          <Link to={returnAddress(channelId)} className={buttonStyle('solid')}>
            {t('connect.back')}
          </Link>
        </>
      ) : (
        <p className="flex items-center gap-2 text-mute">
          <Spinner />
          {t('connect.going')}
        </p>
      )}
    </div>
  )
}
