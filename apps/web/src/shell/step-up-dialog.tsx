import { useMutation, useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { canUsePasskeys, passkeyFault, signWithPasskey } from '#lib/passkeys.ts'
import { stepUp } from '#lib/step-up.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'

/** Asks for a code of the authenticator app or a passkey before a sensitive action. The action then continues. */
export function StepUpDialog() {
  const t = useT('passport')
  const answer = stepUp.use()
  const [code, setCode] = useState('')
  const { data: factors } = useQuery({
    queryKey: ['factor'],
    queryFn: ({ signal }) => api.factor.status({}, { signal }),
  })
  const onSuccess = () => answer?.(true)
  const prove = useMutation({ mutationFn: () => api.factor.stepUp({ code }), onSuccess })
  const sign = useMutation({
    mutationFn: async () => {
      const { options } = await api.passkey.beginStepUp({})
      return api.passkey.stepUp({ credential: await signWithPasskey(options) })
    },
    onSuccess,
  })
  const hasPasskey = (factors?.passkeys ?? 0) > 0 && canUsePasskeys()
  const isOnlyPasskey = factors?.is_on === false && hasPasskey
  const fault = sign.error ? passkeyFault(sign.error) : undefined
  const signError = fault ? t(fault) : sign.error ? readFieldError(sign.error).text : undefined
  const passkeyButton = hasPasskey && !isOnlyPasskey && (
    <Button icon={Fingerprint} busy={sign.isPending} onClick={() => sign.mutate()} className="mr-auto">
      {t('passkey.use')}
    </Button>
  )
  return (
    <FormDialog
      title={t('stepUp.title')}
      description={t('stepUp.text')}
      isReady={isOnlyPasskey || code.trim().length >= 6}
      call={isOnlyPasskey ? sign : prove}
      error={null}
      action={isOnlyPasskey ? t('passkey.use') : t('secondStep.confirm')}
      extra={passkeyButton}
      onSubmit={() => (isOnlyPasskey ? sign.mutate() : prove.mutate())}
      onClose={() => answer?.(false)}
    >
      {isOnlyPasskey ? (
        <p role="alert" className="text-small text-err">
          {signError}
        </p>
      ) : (
        <Field
          label={t('secondStep.code')}
          help={t('secondStep.hint')}
          error={prove.error ? readFieldError(prove.error).text : signError}
        >
          <Input
            mono
            autoFocus
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            onChange={(event) => {
              prove.reset()
              setCode(event.target.value)
            }}
          />
        </Field>
      )}
    </FormDialog>
  )
}
