import { useMutation, useQuery } from '@tanstack/react-query'
import { FlaskConical, Pencil, Power, RefreshCw, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { JsonView } from '#ui/json-view.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Connection, refreshSignIn, useEnterpriseId } from '../sso.queries.ts'
import { CopyLine } from './email-domains.tsx'
import { TestDirectoryDialog } from './test-directory-dialog.tsx'

const tones = { draft: 'grey', tested: 'info', active: 'ok', off: 'warn' } as const

export function ConnectionCard({ connection, onEdit }: { connection: Connection; onEdit: () => void }) {
  const t = useT('sso')
  const enterprise_id = useEnterpriseId()
  const one = { enterprise_id, connection_id: connection.id }
  const [isTesting, setTesting] = useState(false)
  const onSuccess = () => refreshSignIn(enterprise_id)
  const setState = useMutation({
    mutationFn: (isActive: boolean) => api.ssoConnections.setState({ ...one, is_active: isActive }),
    onSuccess,
  })
  const enforce = useMutation({
    mutationFn: (isEnforced: boolean) => api.ssoConnections.enforce({ ...one, is_enforced: isEnforced }),
    onSuccess,
  })
  const sync = useMutation({
    mutationFn: () => api.ssoConnections.sync(one),
    onSuccess: async ({ found, known, suspended, is_skipped: isSkipped }) => {
      if (isSkipped) toast.error(t('connection.syncSkipped', { found, known }))
      else toast.ok(t('connection.synced', { found, suspended }))
      await onSuccess()
    },
  })
  const affected = useQuery({
    queryKey: ['enterprise', enterprise_id, 'affected', connection.id],
    enabled: connection.state === 'active' && !connection.is_enforced,
    queryFn: ({ signal }) => api.ssoConnections.preview(one, { signal }),
  })
  const test = () => {
    if (connection.kind === 'ldap') return setTesting(true)
    return location.assign(`/api/sso/begin?connection_id=${connection.id}&purpose=test`)
  }
  const require = () =>
    void confirm({
      title: t('connection.requireTitle', { name: connection.name }),
      text: t('connection.requireText', { count: affected.data?.total ?? 0 }),
      action: t('connection.require'),
      onConfirm: async () => void (await enforce.mutateAsync(true)),
    })
  const remove = () =>
    void confirm({
      title: t('connection.removeTitle', { name: connection.name }),
      text: t('connection.removeText'),
      action: t('connection.remove'),
      danger: true,
      onConfirm: async () => {
        await api.ssoConnections.remove(one)
        await refreshSignIn(enterprise_id)
      },
    })
  const failure = setState.error ?? enforce.error ?? sync.error
  const isActive = connection.state === 'active'
  return (
    <article aria-label={connection.name} className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{connection.name}</h3>
        <Tag>{t(`kind.${connection.kind}`)}</Tag>
        <Tag tone={tones[connection.state]}>{t(`state.${connection.state}`)}</Tag>
        {connection.is_enforced && <Tag tone="ok">{t('connection.required')}</Tag>}
        <span className="flex-1" />
        <IconButton icon={Pencil} label={t('connection.editOf', { name: connection.name })} onClick={onEdit} />
        <IconButton icon={Trash2} label={t('connection.removeOf', { name: connection.name })} onClick={remove} />
      </div>
      {connection.redirect_uri && (
        <CopyLine
          name={connection.kind === 'saml' ? t('connection.acs') : t('connection.redirect')}
          value={connection.redirect_uri}
        />
      )}
      {connection.metadata_url && <CopyLine name={t('connection.metadata')} value={connection.metadata_url} />}
      {connection.logout_url && <CopyLine name={t('connection.logout')} value={connection.logout_url} />}
      {connection.tested_claims && (
        <details>
          <summary className="cursor-pointer text-small text-mute">
            {t('connection.tested')} <DateTime at={connection.tested_at} />
          </summary>
          <div className="mt-2">
            <JsonView label={t('connection.claims')} text={JSON.stringify(connection.tested_claims, null, 2)} />
          </div>
        </details>
      )}
      {failure && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap gap-2">
        <Button icon={FlaskConical} onClick={test}>
          {t('connection.test')}
        </Button>
        <Button icon={Power} busy={setState.isPending} onClick={() => setState.mutate(!isActive)}>
          {isActive ? t('connection.turnOff') : t('connection.activate')}
        </Button>
        {isActive && connection.kind === 'ldap' && (
          <Button icon={RefreshCw} busy={sync.isPending} onClick={() => sync.mutate()}>
            {t('connection.sync')}
          </Button>
        )}
        {isActive &&
          (connection.is_enforced ? (
            <Button icon={ShieldCheck} busy={enforce.isPending} onClick={() => enforce.mutate(false)}>
              {t('connection.allow')}
            </Button>
          ) : (
            <Button icon={ShieldCheck} onClick={require}>
              {t('connection.require')}
            </Button>
          ))}
      </div>
      {isTesting && (
        <TestDirectoryDialog
          connection={connection}
          onDone={() => {
            setTesting(false)
            void refreshSignIn(enterprise_id)
          }}
          onClose={() => setTesting(false)}
        />
      )}
    </article>
  )
}
