import type { User } from '@orrery/contract'
import { PROFILE_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { type Language, languageNames, languages, useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshAccount } from '../account.queries.ts'
import { useNameCheck } from '../use-name-check.ts'
import { UserNameField } from './user-name-field.tsx'

const readLocale = (locale: string): Language => languages.find((language) => language === locale) ?? 'zh-CN'

export function ProfileForm({ account }: { account: User }) {
  const t = useT('account')
  const [name, setName] = useState(account.name)
  const [userName, setUserName] = useState(account.user_unique_name)
  const [description, setDescription] = useState(account.description)
  const [locale, setLocale] = useState(() => readLocale(account.locale))
  const check = useNameCheck(userName, account.user_unique_name)
  const save = useMutation({
    mutationFn: () =>
      api.passport.updateProfile({
        name: name.trim(),
        user_unique_name: userName.trim(),
        description: description.trim(),
        locale,
      }),
    onSuccess: async () => {
      await refreshAccount()
      toast.ok(t('profile.saved'))
    },
  })
  const refused = save.error ? readFieldError(save.error) : null
  const isChanged =
    name.trim() !== account.name ||
    check.is !== 'same' ||
    description.trim() !== account.description ||
    locale !== readLocale(account.locale)
  const isReady =
    isChanged &&
    name.trim() !== '' &&
    visibleLength(name.trim()) <= PROFILE_LIMITS.name &&
    visibleLength(description) <= PROFILE_LIMITS.description &&
    (check.is === 'same' || check.is === 'free')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-100 flex-col gap-4">
      <Field label={t('email')} help={t('email.help')} disabled>
        <Input value={account.email} readOnly />
      </Field>
      <Field
        label={t('name')}
        required
        error={name.trim() === '' ? t('name.empty') : refused?.field === 'name' && refused.text}
      >
        <Input
          value={name}
          onChange={(event) => setName(event.target.value)}
          limit={PROFILE_LIMITS.name}
          autoComplete="name"
        />
      </Field>
      <UserNameField value={userName} onChange={setUserName} check={check} />
      <Field label={t('description')} error={refused?.field === 'description' && refused.text}>
        <Textarea
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          placeholder={t('description.placeholder')}
          limit={PROFILE_LIMITS.description}
        />
      </Field>
      <Field label={t('locale')} help={t('locale.help')}>
        <Select
          items={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={locale}
          onChange={setLocale}
        />
      </Field>
      {refused && refused.field !== 'name' && refused.field !== 'description' && <ErrorPanel error={refused.text} />}
      <div>
        <Button type="submit" kind="solid" disabled={!isReady} busy={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
