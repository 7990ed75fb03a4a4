import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'

const rules = ['public', 'private', 'redirect', 'secret'] as const

/** The rules for all outgoing calls, and a form that tests one URL. */
export function EgressRules() {
  const t = useT('network')
  const [url, setUrl] = useState('')
  const attempt = useMutation({ mutationFn: () => api.instance.tryNetwork({ url: url.trim() }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim()) attempt.mutate()
  }
  return (
    <SettingsSection title={t('rules')} text={t('rules.text')}>
      <ul className="mb-4 list-disc pl-5">
        {rules.map((rule) => (
          <li key={rule}>{t(`rules.${rule}`)}</li>
        ))}
      </ul>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label={t('try')}>
          <div className="flex gap-2">
            <Input
              mono
              type="url"
              value={url}
              placeholder="https://api.example.org/v1"
              spellCheck={false}
              onChange={(event) => setUrl(event.target.value)}
            />
            <Button type="submit" disabled={url.trim() === ''} busy={attempt.isPending}>
              {t('try.do')}
            </Button>
          </div>
        </Field>
        {attempt.error && <ErrorPanel error={attempt.error} />}
        {attempt.data && (
          <p role="status" className="text-small text-ok">
            {t('try.works', { status: attempt.data.status })}
          </p>
        )}
      </form>
    </SettingsSection>
  )
}
