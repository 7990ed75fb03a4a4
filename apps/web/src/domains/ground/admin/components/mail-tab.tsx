import { useMutation, useQuery } from '@tanstack/react-query'
import { Send, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { type MailSettings, mailQuery, refreshMail } from '../admin.queries.ts'

const securities = ['starttls', 'tls', 'none'] as const
const usualPorts = { starttls: 587, tls: 465, none: 25 }

/** The mail server of the instance: configured and tested here, used at once. */
export function MailTab() {
  const query = useQuery(mailQuery)
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <SettingsPage>
        <Skeleton className="h-64" />
      </SettingsPage>
    )
  // A new form for changed settings.
  return <MailForms key={JSON.stringify(query.data)} saved={query.data} />
}

function MailForms({ saved }: { saved: MailSettings }) {
  const t = useT('admin')
  const account = useAccount()
  const [values, setValues] = useState(saved)
  const [password, setPassword] = useState('')
  const [to, setTo] = useState(account.email)
  const set = (change: Partial<MailSettings>) => setValues({ ...values, ...change })
  const input = () => ({
    host: values.host.trim(),
    port: values.port,
    security: values.security,
    user: values.user.trim(),
    from_address: values.from_address.trim(),
    ...(password && { password }),
  })
  const save = useMutation({
    mutationFn: () => api.instance.saveMail(input()),
    onSuccess: async () => {
      toast.ok(t('mail.saved'))
      await refreshMail()
    },
  })
  const remove = useMutation({
    mutationFn: () => api.instance.removeMail({}, { toast: true }),
    onSuccess: async () => {
      toast.ok(t('mail.removed'))
      await refreshMail()
    },
  })
  const test = useMutation({ mutationFn: () => api.instance.testMail({ ...input(), to: to.trim() }) })
  const isComplete = values.host.trim() !== '' && values.from_address.trim() !== ''
  const refused = save.error ? readFieldError(save.error) : null
  const errorOf = (field: string) => refused?.field === field && refused.text
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !save.isPending) save.mutate()
  }
  return (
    <SettingsPage>
      <SettingsSection title={t('mail.title')} text={t('mail.text')}>
        <form noValidate onSubmit={submit} className="flex max-w-140 flex-col gap-4">
          {saved.source !== 'settings' && (
            <p className="text-small text-mute">{t(saved.source === 'none' ? 'mail.none' : 'mail.environment')}</p>
          )}
          <div className="flex gap-3">
            <Field label={t('mail.host')} required className="min-w-0 flex-1" error={errorOf('host')}>
              <Input
                mono
                value={values.host}
                placeholder="smtp.example.org"
                onChange={(event) => set({ host: event.target.value })}
              />
            </Field>
            <Field label={t('mail.port')} required className="w-28" error={errorOf('port')}>
              <NumberInput
                label={t('mail.port')}
                grouping={false}
                min={1}
                max={65_535}
                value={values.port}
                onChange={(port) => port !== null && set({ port })}
              />
            </Field>
          </div>
          <Field label={t('mail.security')}>
            <Segmented
              label={t('mail.security')}
              value={values.security}
              // Changes the port too, unless the user has set a different one.
              onChange={(security) =>
                set({ security, ...(values.port === usualPorts[values.security] && { port: usualPorts[security] }) })
              }
              items={securities.map((value) => ({ value, label: t(`mail.security.${value}`) }))}
            />
          </Field>
          <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
            <Field label={t('mail.user')} help={t('mail.userHelp')} error={errorOf('user')}>
              <Input value={values.user} autoComplete="off" onChange={(event) => set({ user: event.target.value })} />
            </Field>
            <Field
              label={t('mail.password')}
              help={saved.has_password ? t('mail.passwordStays') : undefined}
              error={errorOf('password')}
            >
              <PasswordInput
                value={password}
                autoComplete="new-password"
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
          </div>
          <Field label={t('mail.from')} required error={errorOf('from_address')}>
            <Input
              type="email"
              value={values.from_address}
              placeholder="studio@example.org"
              onChange={(event) => set({ from_address: event.target.value })}
            />
          </Field>
          {refused && refused.field === null && <ErrorPanel error={save.error} />}
          <div className="flex gap-2">
            <Button type="submit" kind="solid" disabled={!isComplete} busy={save.isPending}>
              {t('mail.save')}
            </Button>
            {saved.source === 'settings' && (
              <Button kind="danger-quiet" icon={Trash2} busy={remove.isPending} onClick={() => remove.mutate()}>
                {t('mail.remove')}
              </Button>
            )}
          </div>
        </form>
      </SettingsSection>
      <SettingsSection title={t('mail.test')} text={t('mail.testText')}>
        <div className="flex max-w-140 flex-col items-start gap-3">
          <Field label={t('mail.testTo')} className="w-full">
            <Input type="email" value={to} onChange={(event) => setTo(event.target.value)} />
          </Field>
          {test.error && <ErrorPanel error={test.error} />}
          {test.isSuccess && (
            <p role="status" className="text-small text-ok">
              {t('mail.testSent', { to: to.trim() })}
            </p>
          )}
          <Button
            icon={Send}
            disabled={!isComplete || to.trim() === ''}
            busy={test.isPending}
            onClick={() => test.mutate()}
          >
            {t('mail.testSend')}
          </Button>
        </div>
      </SettingsSection>
    </SettingsPage>
  )
}
