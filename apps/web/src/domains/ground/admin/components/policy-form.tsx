import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { type InstanceSettings, refreshSettings } from '../admin.queries.ts'

/** Pages of the owner that people see when they register or publish. */
export function PolicyForm({ settings }: { settings: InstanceSettings }) {
  const t = useT('admin')
  const [privacy, setPrivacy] = useState(settings.privacy_policy)
  const [terms, setTerms] = useState(settings.user_agreement)
  const save = useMutation({
    mutationFn: () => api.instance.saveSettings({ privacy_policy: privacy.trim(), user_agreement: terms.trim() }),
    onSuccess: async () => {
      await refreshSettings()
      toast.ok(t('policies.saved'))
    },
  })
  const refused = save.error ? readFieldError(save.error) : null
  const isChanged = privacy.trim() !== settings.privacy_policy || terms.trim() !== settings.user_agreement
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged && !save.isPending) save.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-140 flex-col items-start gap-3">
      <Field
        label={t('policies.privacy')}
        className="w-full"
        error={refused?.field === 'privacy_policy' && refused.text}
      >
        <Input value={privacy} placeholder="https://" onChange={(event) => setPrivacy(event.target.value)} />
      </Field>
      <Field label={t('policies.terms')} className="w-full" error={refused?.field === 'user_agreement' && refused.text}>
        <Input value={terms} placeholder="https://" onChange={(event) => setTerms(event.target.value)} />
      </Field>
      {refused && refused.field === null && <ErrorPanel error={save.error} />}
      <Button type="submit" disabled={!isChanged} busy={save.isPending}>
        {t('policies.save')}
      </Button>
    </form>
  )
}
