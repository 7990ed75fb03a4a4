import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshEnterprise, tokensOfQuery, useEnterprise } from '../enterprise.queries.ts'
import { CreateIdentityDialog } from './create-identity-dialog.tsx'

type ProgramToken = Awaited<ReturnType<typeof api.appInstallation.tokens>>['tokens'][number]

/** Credentials of programs in the enterprise: service identities, and tokens of its people. */
export function TokensTab() {
  const t = useT('enterprise')
  const names = useT('shell')
  const { enterprise_id } = useEnterprise()
  const query = useQuery(tokensOfQuery(enterprise_id))
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState('')
  const tokens = query.data ?? []
  const end = (token: ProgramToken) =>
    confirm({
      title: t('tokens.endTitle', { name: token.name }),
      text: t('tokens.endText', { name: token.owner }),
      action: t('tokens.end'),
      danger: true,
      onConfirm: async () => {
        if (token.kind === 'service') await api.serviceIdentity.remove({ id: token.id })
        else await api.appInstallation.revokeToken({ enterprise_id, id: token.id })
        await refreshEnterprise(enterprise_id)
        toast.ok(t('tokens.ended'))
      },
    })
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const moment = (seconds: number) =>
    seconds > 0 ? (
      <DateTime at={seconds * 1000} className="text-mute" />
    ) : (
      <span className="text-mute">{t('tokens.never')}</span>
    )
  const columns: Column<ProgramToken>[] = [
    {
      id: 'name',
      head: t('tokens.name'),
      cell: (token) => (
        <NameCell
          name={token.name}
          beside={
            <>
              <Tag tone="outline">{t(`tokens.kind.${token.kind}`)}</Tag>
              {token.locked && <Tag tone="err">{t('tokens.locked')}</Tag>}
            </>
          }
          note={t('tokens.by', { name: token.owner })}
        />
      ),
    },
    { id: 'used', head: t('tokens.used'), width: 160, hideBelow: 'md', cell: (token) => moment(token.last_used_at) },
    { id: 'expires', head: t('tokens.expires'), width: 160, hideBelow: 'sm', cell: (token) => moment(token.expire_at) },
    {
      id: 'act',
      head: t('people.act'),
      hideHead: true,
      width: 70,
      align: 'end',
      cell: (token) =>
        token.locked ? null : (
          <IconButton
            icon={Trash2}
            kind="danger"
            label={t('tokens.endOf', { name: token.name })}
            onClick={() => void end(token)}
          />
        ),
    },
  ]
  const create = (
    <Button kind="solid" icon={Plus} onClick={() => setCreating(true)}>
      {t('identity.create')}
    </Button>
  )
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.isSuccess && tokens.length === 0 ? (
          <EmptyState icon={KeyRound} title={t('tokens.empty')} text={t('tokens.emptyText')} action={create} />
        ) : (
          <>
            <div className="flex min-h-13 shrink-0 items-center justify-end px-5 py-2.5">{create}</div>
            <Table
              label={names('nav.enterprise.tokens')}
              columns={columns}
              rows={tokens}
              rowKey={(token) => token.id}
              rowName={(token) => token.name}
              loading={query.isPending ? 4 : 0}
            />
          </>
        )}
      </div>
      <FootBar>{t('tokens.foot', { count: tokens.length })}</FootBar>
      {creating && <CreateIdentityDialog onClose={() => setCreating(false)} onDone={setSecret} />}
      {secret && (
        <ShownOnce
          value={secret}
          title={t('identity.created')}
          warning={t('identity.once')}
          label={t('identity.token')}
          how={t('identity.how')}
          copy={t('identity.copy')}
          copied={t('identity.copied')}
          done={t('identity.done')}
          onClose={() => setSecret('')}
        />
      )}
    </>
  )
}
