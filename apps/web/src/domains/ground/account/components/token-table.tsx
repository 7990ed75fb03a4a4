import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useNarrow } from '#lib/viewport.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshTokens, type Token } from '../account.queries.ts'
import { expiryState } from '../token-expiry.ts'
import { ExpiryTag } from './expiry-tag.tsx'

interface TokenTableProps {
  label: string
  tokens: readonly Token[]
  loading: boolean
  onEdit: (token: Token) => void
}

export function TokenTable({ label, tokens, loading, onEdit }: TokenTableProps) {
  const t = useT('account')
  const isNarrow = useNarrow()
  const remove = (token: Token) =>
    confirm({
      title: t('token.deleteTitle', { name: token.name }),
      text: t('token.deleteText'),
      action: t('token.deleteAction', { name: token.name }),
      danger: true,
      onConfirm: async () => {
        await api.token.remove({ id: token.id })
        await refreshTokens()
        toast.ok(t('token.deleted', { name: token.name }))
      },
    })
  const moment = (seconds: number, never: string) =>
    seconds < 0 ? (
      <span className="text-mute">{never}</span>
    ) : (
      <DateTime at={fromSeconds(seconds)} className="text-mute" />
    )
  const columns: Column<Token>[] = [
    {
      id: 'name',
      head: t('token.name'),
      cell: (token) => (
        <NameCell
          tile={<Icon of={KeyRound} className="shrink-0 text-mute" />}
          name={token.name}
          beside={<ExpiryTag state={expiryState(token.expire_at, Date.now())} />}
        />
      ),
    },
    ...(isNarrow
      ? []
      : [
          {
            id: 'created',
            head: t('token.created'),
            width: 152,
            cell: (token: Token) => moment(token.created_at, ''),
          },
          {
            id: 'used',
            head: t('token.used'),
            width: 152,
            cell: (token: Token) => moment(token.last_used_at, t('token.neverUsed')),
          },
        ]),
    {
      id: 'expires',
      head: t('token.expires'),
      width: isNarrow ? 104 : 152,
      isNamedOnCard: true,
      cell: (token) => moment(token.expire_at, t('token.neverExpires')),
    },
    {
      id: 'menu',
      head: t('token.menu'),
      hideHead: true,
      width: 60,
      align: 'end',
      cell: (token) => (
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('token.menuOf', { name: token.name })} />}>
          <MenuItem icon={Pencil} onClick={() => onEdit(token)}>
            {t('token.edit')}
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Trash2} danger onClick={() => void remove(token)}>
            {t('token.delete')}
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return (
    <Table
      label={label}
      columns={columns}
      rows={tokens}
      rowKey={(token) => token.id}
      rowName={(token) => token.name}
      onOpen={onEdit}
      loading={loading ? 3 : 0}
    />
  )
}
