import { useMutation, useQuery } from '@tanstack/react-query'
import { LifeBuoy, Trash2 } from 'lucide-react'
import { accountQuery } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { connectionsQuery, refreshSignIn, useEnterpriseId } from '../sso.queries.ts'

/** Accounts that can sign in when the provider is unavailable. */
export function BreakGlass() {
  const t = useT('sso')
  const enterprise_id = useEnterpriseId()
  const { data, error } = useQuery(connectionsQuery(enterprise_id))
  const me = useQuery(accountQuery).data?.user_id_str
  const onSuccess = () => refreshSignIn(enterprise_id)
  const add = useMutation({
    mutationFn: (user_id: string) => api.ssoConnections.addBreakGlass({ enterprise_id, user_id }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (user_id: string) => api.ssoConnections.removeBreakGlass({ enterprise_id, user_id }),
    onSuccess,
  })
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton className="h-9" />
  const failure = add.error ?? remove.error
  return (
    <div className="flex flex-col gap-3">
      {data.break_glass.map((person) => (
        <div key={person.user_id} className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{person.name}</p>
            <p className="text-small text-mute">{person.email}</p>
          </div>
          <IconButton
            icon={Trash2}
            label={t('glass.removeOf', { name: person.name })}
            onClick={() => remove.mutate(person.user_id)}
          />
        </div>
      ))}
      {data.break_glass.length === 0 && <p className="text-small text-mute">{t('glass.none')}</p>}
      {failure && <ErrorPanel error={failure} />}
      {me && !data.break_glass.some((person) => person.user_id === me) && (
        <Button icon={LifeBuoy} className="self-end" busy={add.isPending} onClick={() => add.mutate(me)}>
          {t('glass.add')}
        </Button>
      )}
    </div>
  )
}
