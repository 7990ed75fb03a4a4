import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { canUsePasskeys, passkeyFault, signWithPasskey } from '#lib/passkeys.ts'
import { Button } from '#ui/button.tsx'
import { useEnter } from '../use-enter.ts'
import { FormError } from './form-error.tsx'

/** Signs in without e-mail and password: the browser knows the account of the passkey. */
export function PasskeyButton({ label }: { label: string }) {
  const t = useT('passport')
  const enter = useEnter()
  const sign = useMutation({
    mutationFn: async () => {
      const { options } = await api.passport.passkeyOptions({})
      return api.passport.passkeySignIn({ credential: await signWithPasskey(options) })
    },
    onSuccess: enter,
  })
  if (!canUsePasskeys()) return null
  const fault = sign.error ? passkeyFault(sign.error) : undefined
  return (
    <>
      <Button size="lg" icon={Fingerprint} busy={sign.isPending} onClick={() => sign.mutate()} className="mt-2 w-full">
        {label}
      </Button>
      {sign.error && (
        <div className="mt-3">
          <FormError text={fault ? t(fault) : readFieldError(sign.error).text} />
        </div>
      )}
    </>
  )
}
