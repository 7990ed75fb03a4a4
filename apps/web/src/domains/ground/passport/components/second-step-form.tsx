import { useMutation } from '@tanstack/react-query'
import { CornerDownLeft } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useEnter } from '../use-enter.ts'
import { FormError } from './form-error.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** After the password: asks for a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const t = useT('passport')
  const enter = useEnter()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const sign = useMutation({
    mutationFn: () => api.passport.secondStep({ challenge, code }),
    onSuccess: enter,
    onError: () => field.current?.select(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim().length < 6) return field.current?.focus()
    if (!sign.isPending) sign.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col">
      <Field label={t('secondStep.code')} help={t('secondStep.hint')} className="mb-4">
        <Input
          ref={field}
          size="lg"
          mono
          name="code"
          autoComplete="one-time-code"
          autoFocus
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <FormError text={sign.error ? readFieldError(sign.error).text : undefined} />
      <Button type="submit" kind="solid" size="lg" busy={sign.isPending} iconAfter={CornerDownLeft} className="w-full">
        {t('secondStep.confirm')}
      </Button>
      <PasskeyButton label={t('passkey.use')} />
      <Button kind="quiet" size="lg" onClick={onBack} className="mt-2 w-full">
        {t('secondStep.back')}
      </Button>
    </form>
  )
}
