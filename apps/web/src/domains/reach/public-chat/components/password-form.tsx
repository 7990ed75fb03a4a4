import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import type { ShareInfo } from '../public-chat.queries.ts'

interface PasswordFormProps {
  info: ShareInfo
  isBusy: boolean
  /** Why the visitor was refused. */
  fault: string
  onEnter: (password: string) => void
  onType: () => void
}

export function PasswordForm({ info, isBusy, fault, onEnter, onType }: PasswordFormProps) {
  const t = useT('public-chat')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) onEnter(password)
  }
  return (
    <main className="flex flex-1 items-center justify-center p-6">
      <form noValidate onSubmit={submit} className="flex w-full max-w-80 flex-col gap-4">
        <div className="flex flex-col items-center gap-2 text-center">
          <PictureTile id={info.name} kind="bot" src={info.icon_url} size={48} />
          <h1 className="text-dialog font-semibold wrap-anywhere">{info.look.title || info.name}</h1>
          <p className="text-mute">{t('password.text')}</p>
        </div>
        <Field label={t('password')} error={fault}>
          <PasswordInput
            size="lg"
            autoFocus
            autoComplete="off"
            value={password}
            onChange={(event) => {
              onType()
              setPassword(event.target.value)
            }}
          />
        </Field>
        <Button type="submit" kind="solid" size="lg" disabled={!password} busy={isBusy}>
          {t('password.enter')}
        </Button>
      </form>
    </main>
  )
}
