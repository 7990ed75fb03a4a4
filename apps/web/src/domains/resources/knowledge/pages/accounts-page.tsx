import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Cloud, Download, HardDrive, Pencil, Plus, PlugZap, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { toast } from '#ui/toast-store.ts'
import { AccountDialog } from '../accounts/account-dialog.tsx'
import { type Account, accountsQuery } from '../accounts/account.queries.ts'
import { CloudDialog } from '../accounts/cloud-dialog.tsx'

type Opened = { kind: 'new' } | { kind: 'edit' | 'bring'; account: Account }

/** External accounts that the user connected. They are personal and available in every space. */
export function AccountsPage() {
  const t = useT('knowledge')
  const space = useSpace()
  const [opened, setOpened] = useState<Opened | null>(null)
  const query = useQuery(accountsQuery)
  const test = useMutation({
    mutationFn: async (account: Account) => {
      if (account.kind === 'webdav') await api.knowledge.fileTree({ auth_id: account.auth_id }, { toast: true })
      else await api.knowledge.cloudProjects({ space_id: space.id }, { toast: true })
    },
    onSuccess: (_, account) => toast.ok(t('accounts.works', { name: account.name })),
  })
  const remove = (account: Account) =>
    confirm({
      title: t('accounts.delete.title', { name: account.name }),
      text: t('accounts.delete.text'),
      action: t('accounts.delete.action'),
      danger: true,
      onConfirm: async () => {
        await api.knowledge.removeAccount({ auth_id: account.auth_id })
        toast.ok(t('accounts.deleted', { name: account.name }))
        await queryClient.invalidateQueries(accountsQuery)
      },
    })
  const connect = (
    <Button kind="solid" icon={Plus} onClick={() => setOpened({ kind: 'new' })}>
      {t('accounts.connect')}
    </Button>
  )
  const columns = useAccountColumns(test)
  const crumbs = [
    { label: t('library'), link: <Link to="/space/$space_id/library" params={{ space_id: space.id }} /> },
    { label: t('list.title'), link: <Link to="/space/$space_id/library/knowledge" params={{ space_id: space.id }} /> },
  ]
  const close = () => setOpened(null)
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar title={t('accounts.title')} crumbs={crumbs} actions={query.data?.length ? connect : undefined} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.error && !query.data ? (
          <FailedPage title={t('accounts.failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data?.length === 0 ? (
          <EmptyState
            icon={HardDrive}
            title={t('accounts.empty')}
            text={t('accounts.emptyText')}
            action={connect}
            guide
          />
        ) : (
          <Table
            label={t('accounts.title')}
            columns={columns}
            rows={query.data ?? []}
            rowKey={(account) => account.auth_id}
            rowName={(account) => account.name}
            loading={query.data ? 0 : 3}
            actions={(account) => (
              <>
                {account.kind === 'volcano' && (
                  <IconButton
                    size="sm"
                    icon={Download}
                    label={t('accounts.bring', { name: account.name })}
                    onClick={() => setOpened({ kind: 'bring', account })}
                  />
                )}
                <IconButton
                  size="sm"
                  icon={Pencil}
                  label={t('accounts.editOf', { name: account.name })}
                  onClick={() => setOpened({ kind: 'edit', account })}
                />
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={t('accounts.deleteOf', { name: account.name })}
                  onClick={() => void remove(account)}
                />
              </>
            )}
          />
        )}
      </div>
      {opened?.kind === 'new' && <AccountDialog onClose={close} />}
      {opened?.kind === 'edit' && <AccountDialog account={opened.account} onClose={close} />}
      {opened?.kind === 'bring' && <CloudDialog account={opened.account} spaceId={space.id} onClose={close} />}
    </div>
  )
}

interface AccountTest {
  isPending: boolean
  variables: Account | undefined
  mutate: (account: Account) => void
}

function useAccountColumns(test: AccountTest): Column<Account>[] {
  const t = useT('knowledge')
  return [
    {
      id: 'name',
      head: t('accounts.name'),
      cell: (account) => (
        <NameCell
          tile={<Icon of={account.kind === 'webdav' ? HardDrive : Cloud} className="text-mute" />}
          name={account.name}
          note={account.address}
        />
      ),
    },
    { id: 'kind', head: t('accounts.kind'), width: 180, cell: (account) => t(`accounts.kind.${account.kind}`) },
    {
      id: 'user',
      head: t('accounts.userHead'),
      width: 200,
      hideBelow: 'md',
      cell: (account) => <span className="block truncate text-mute">{account.username || '—'}</span>,
    },
    {
      id: 'test',
      head: t('accounts.test'),
      hideHead: true,
      width: 120,
      align: 'end',
      cell: (account) => (
        <Button
          size="sm"
          icon={PlugZap}
          busy={test.isPending && test.variables?.auth_id === account.auth_id}
          onClick={() => test.mutate(account)}
        >
          {t('accounts.test')}
        </Button>
      ),
    },
  ]
}
