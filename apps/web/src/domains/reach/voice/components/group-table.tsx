import { Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { type Group, refreshPrints } from '../voice.queries.ts'

interface GroupTableProps {
  /** Undefined while loading. */
  groups: readonly Group[] | undefined
  onOpen: (group: Group) => void
  onEdit: (group: Group) => void
}

export function GroupTable({ groups, onOpen, onEdit }: GroupTableProps) {
  const t = useT('voice')
  const columns = useMemo<Column<Group>[]>(() => {
    const remove = (group: Group) =>
      confirm({
        title: t('group.remove.title'),
        text: t('group.remove.text', { name: group.name }),
        action: t('remove'),
        danger: true,
        onConfirm: async () => {
          await api.voiceprint.removeGroup({ group_id: group.id })
          await refreshPrints()
        },
      })
    return [
      { id: 'name', head: t('name'), cell: (row) => <NameCell name={row.name} note={row.desc} /> },
      {
        id: 'people',
        head: t('prints.title'),
        width: 120,
        hideBelow: 'sm',
        cell: (row) => formatNumber(row.feature_count),
      },
      {
        id: 'updated',
        head: t('updated'),
        width: 180,
        hideBelow: 'lg',
        cell: (row) => <DateTime at={fromSeconds(row.updated_at)} className="text-small text-mute" />,
      },
      {
        id: 'actions',
        head: t('actions'),
        hideHead: true,
        width: 100,
        align: 'end',
        cell: (row) => (
          <span className="flex items-center justify-end gap-1" data-row-stop>
            <IconButton
              size="sm"
              icon={Pencil}
              label={t('group.edit', { name: row.name })}
              onClick={() => onEdit(row)}
            />
            <IconButton
              size="sm"
              kind="danger"
              icon={Trash2}
              label={t('removeNamed', { name: row.name })}
              onClick={() => void remove(row)}
            />
          </span>
        ),
      },
    ]
  }, [t, onEdit])
  return (
    <Table
      label={t('prints.title')}
      columns={columns}
      rows={groups ?? []}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      onOpen={onOpen}
      loading={groups ? 0 : 3}
    />
  )
}
