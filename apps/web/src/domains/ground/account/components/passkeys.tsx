import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { canUsePasskeys } from '#lib/passkeys.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { factorQuery, type Passkey, passkeysQuery } from '../account.queries.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'

const refresh = () =>
  Promise.all([factorQuery, passkeysQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))

/** The passkeys of the account: adding and removal. */
export function Passkeys() {
  const t = useT('account')
  const { data, error } = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const remove = ({ id, name }: Passkey) =>
    void confirm({
      title: t('passkey.removeTitle', { name }),
      text: t('passkey.removeText'),
      action: t('passkey.remove'),
      danger: true,
      onConfirm: async () => {
        await api.passkey.remove({ passkey_id: id })
        await refresh()
        toast.ok(t('passkey.removed'))
      },
    })
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton className="h-9" />
  const isUsable = data.is_available && canUsePasskeys()
  return (
    <div className="flex flex-col gap-3">
      {data.passkeys.length > 0 && (
        <ul aria-label={t('passkey.title')} className="flex flex-col gap-2">
          {data.passkeys.map((key) => (
            <PasskeyRow key={key.id} passkey={key} onRemove={() => remove(key)} />
          ))}
        </ul>
      )}
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-small text-mute">
          {isUsable ? data.passkeys.length === 0 && t('passkey.none') : t('passkey.unavailable')}
        </p>
        {isUsable && (
          <Button icon={Fingerprint} onClick={() => setAdding(true)}>
            {t('passkey.add')}
          </Button>
        )}
      </div>
      {isAdding && (
        <AddPasskeyDialog
          onDone={() => {
            setAdding(false)
            toast.ok(t('passkey.added'))
            void refresh()
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useT('account')
  return (
    <li className="flex items-center gap-3">
      <Icon of={Fingerprint} className="shrink-0 text-mute" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{passkey.name}</span>
          <Tag>{passkey.is_synced ? t('passkey.synced') : t('passkey.device')}</Tag>
        </p>
        <p className="text-small text-mute">
          {t('passkey.created')} <DateTime at={passkey.created_at} />
          {' · '}
          {passkey.last_used_at ? (
            <>
              {t('passkey.used')} <DateTime at={passkey.last_used_at} />
            </>
          ) : (
            t('passkey.unused')
          )}
        </p>
      </div>
      <IconButton icon={Trash2} label={t('passkey.removeOf', { name: passkey.name })} onClick={onRemove} />
    </li>
  )
}
