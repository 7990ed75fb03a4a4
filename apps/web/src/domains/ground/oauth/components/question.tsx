import { useMutation } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { useVisitor } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

type Info = Awaited<ReturnType<typeof api.oauth.requestInfo>>
interface QuestionProps {
  authorizeKey: string
  info: Info
  onDone: (what: 'allowed' | 'refused') => void
}
const shown = 8

export function Question({ authorizeKey, info, onDone }: QuestionProps) {
  const t = useT('oauth')
  const visitor = useVisitor()
  const answer = useMutation({
    mutationFn: (consent: boolean) => api.oauth.consent({ authorize_key: authorizeKey, consent }),
    onSuccess: ({ redirect_uri }, consent) => {
      // A device flow has no redirect: the device waits elsewhere.
      if (redirect_uri) location.assign(redirect_uri)
      else onDone(consent ? 'allowed' : 'refused')
    },
  })
  const { name, request_permission: permissions } = info
  return (
    <>
      <div className="mb-5 flex size-12 items-center justify-center rounded-lg bg-hover text-mute" aria-hidden>
        <Icon of={AppWindow} size={24} />
      </div>
      <h1 className="text-heading font-semibold wrap-anywhere">{t('consent.title', { name })}</h1>
      <p className="mt-1 text-title text-mute wrap-anywhere">{info.description || t('consent.text', { name })}</p>
      <p className="mt-5 font-medium">{t('consent.may')}</p>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {permissions.slice(0, shown).map((permission) => (
          <li key={permission} className="rounded bg-hover px-1.5 font-mono text-caption">
            {permission}
          </li>
        ))}
        {permissions.length > shown && (
          <li className="text-small text-mute">{t('consent.more', { count: permissions.length - shown })}</li>
        )}
      </ul>
      {info.authorizedWorkspace && (
        <p className="mt-3">{t('consent.inSpace', { space: info.authorizedWorkspace.name })}</p>
      )}
      {info.enterprise && (
        <p className="mt-3 wrap-anywhere">
          {t(info.enterprise.is_of_app ? 'consent.ofEnterprise' : 'consent.inEnterprise', {
            name: info.enterprise.name,
          })}
        </p>
      )}
      {info.device_location && (
        <p className="mt-3 wrap-anywhere">{t('consent.device', { address: info.device_location.device_ip })}</p>
      )}
      <div className="mt-4">
        <Banner inset tone="warn">
          {t('consent.warning')}
        </Banner>
      </div>
      {answer.error && (
        <p role="alert" className="mt-4 text-err">
          {describeError(answer.error).message}
        </p>
      )}
      <div className="mt-6 flex gap-2">
        <Button size="lg" className="flex-1" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          {t('consent.refuse')}
        </Button>
        <Button
          kind="solid"
          size="lg"
          className="flex-1"
          busy={answer.isPending && answer.variables}
          onClick={() => answer.mutate(true)}
        >
          {t('consent.allow')}
        </Button>
      </div>
      {visitor && <p className="mt-3 text-small text-mute">{t('consent.asYou', { name: visitor.name })}</p>}
    </>
  )
}
