import { CirclePause, CirclePlay } from 'lucide-react'
import { useMemo } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { type Account, pauseAccount, refreshChannels } from '../channel.queries.ts'
import { StateTag } from './state-tag.tsx'

interface AccountTableProps {
  /** Undefined while loading. */
  accounts: readonly Account[] | undefined
  onOpen: (account: Account) => void
  /** Whether an open account is shown beside the table. Columns that it repeats are left out. */
  isBeside: boolean
}
export const nameOf = ({ connector_name: channel, profile }: Account) =>
  profile.handle || profile.name ? `${channel} · ${profile.name || profile.handle}` : channel

const shownBeside = new Set(['resource', 'last'])

export function AccountTable({ accounts, onOpen, isBeside }: AccountTableProps) {
  const t = useT('channel')
  const columns = useMemo<Column<Account>[]>(() => {
    const turn = async (account: Account) => {
      await pauseAccount(account, !account.is_paused)
      await refreshChannels()
    }
    return [
      {
        id: 'account',
        head: t('column.account'),
        cell: (row) => <NameCell name={nameOf(row)} note={row.reason || row.profile.team} />,
      },
      { id: 'resource', head: t('column.resource'), width: 180, hideBelow: 'sm', cell: (row) => row.resource_name },
      { id: 'state', head: t('column.state'), width: 140, cell: (row) => <StateTag account={row} /> },
      {
        id: 'last',
        head: t('column.last'),
        width: 150,
        hideBelow: 'wide',
        cell: (row) => (row.last_event_at ? <DateTime at={fromSeconds(row.last_event_at)} /> : t('last.never')),
      },
      { id: 'waiting', head: t('column.waiting'), width: 90, align: 'end', cell: (row) => row.waiting },
      { id: 'failed', head: t('column.failed'), width: 80, align: 'end', cell: (row) => row.failed },
      {
        id: 'actions',
        head: t('column.actions'),
        hideHead: true,
        width: 60,
        align: 'end',
        cell: (row) =>
          row.can_manage && (
            <span data-row-stop>
              <IconButton
                size="sm"
                icon={row.is_paused ? CirclePlay : CirclePause}
                label={t(row.is_paused ? 'resumeNamed' : 'pauseNamed', { name: nameOf(row) })}
                onClick={() => void turn(row)}
              />
            </span>
          ),
      },
    ]
  }, [t])
  return (
    <Table
      label={t('title')}
      columns={isBeside ? columns.filter(({ id }) => !shownBeside.has(id)) : columns}
      rows={accounts ?? []}
      loading={accounts ? 0 : 3}
      rowKey={(row) => row.id}
      rowName={nameOf}
      onOpen={onOpen}
    />
  )
}
