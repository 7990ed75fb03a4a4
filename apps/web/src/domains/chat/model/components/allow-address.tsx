import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { ApiError } from '@orrery/contract/client'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'

const refusals = new Set<number>([ErrorCode.egress.hostRefused, ErrorCode.egress.portRefused])

interface AllowAddressProps {
  /** The error of the server for the address. */
  error: unknown
  address: string
  onAllowed: () => void
}

/** Shown if a private address was refused: the owner of the instance can allow it here, others see whom to ask. */
export function AllowAddress({ error, address, onAllowed }: AllowAddressProps) {
  const t = useT('model')
  const { is_instance_owner: isOwner } = useAccount()
  const entry = entryOf(address)
  const allow = useMutation({
    mutationFn: async () => {
      const { allow: known } = await api.instance.network({})
      await api.instance.saveNetwork({ allow: [...known, entry] }, { toast: true })
    },
    onSuccess: onAllowed,
  })
  if (!(error instanceof ApiError) || !refusals.has(error.code) || !entry) return null
  if (!isOwner) return <p className="text-small text-mute">{t('private.ask')}</p>
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line p-3">
      <p className="min-w-0 flex-1 text-small text-mute">{t('private.text')}</p>
      <Button icon={ShieldCheck} busy={allow.isPending} onClick={() => allow.mutate()}>
        {t('private.allow', { entry })}
      </Button>
    </div>
  )
}

/** The host with its port, so that no more than necessary is allowed. */
function entryOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { hostname, port, protocol } = new URL(address)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}
