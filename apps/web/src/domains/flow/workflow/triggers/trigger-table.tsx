import { Ellipsis, Pencil, Play, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { useEditor } from '../document/editor-context.ts'
import { FiringState } from './firing-state.tsx'
import { nameOf, triggerActions } from './trigger-actions.ts'
import { kindIcons } from './trigger-kinds.ts'
import type { Trigger } from './trigger.queries.ts'
import { useSummary } from './use-summary.ts'

interface TriggerTableProps {
  /** Undefined while loading. */
  triggers: readonly Trigger[] | undefined
  isReadOnly: boolean
  onOpen: (trigger: Trigger) => void
  onEdit: (trigger: Trigger) => void
}
const never = -1

export function TriggerTable({ triggers, isReadOnly, onOpen, onEdit }: TriggerTableProps) {
  const t = useT('workflow-trigger')
  const { workflowId } = useEditor()
  const actions = useMemo(() => triggerActions(workflowId), [workflowId])
  const summary = useSummary()
  const columns: Column<Trigger>[] = [
    {
      id: 'name',
      head: t('col.name'),
      cell: (row) => (
        <NameCell
          tile={<Icon of={kindIcons[row.event_id as 'schedule']} className="shrink-0 text-mute" />}
          name={nameOf(row)}
          note={summary(row)}
        />
      ),
    },
    {
      id: 'next',
      head: t('col.next'),
      width: 130,
      hideBelow: 'lg',
      cell: (row) =>
        row.next_trigger_time ? (
          <DateTime at={fromSeconds(row.next_trigger_time)} />
        ) : (
          <span className="text-mute">{t(row.event_id === 'schedule' ? 'next.off' : 'next.call')}</span>
        ),
    },
    {
      id: 'last',
      head: t('col.last'),
      width: 230,
      hideBelow: 'sm',
      cell: (row) =>
        row.last_status === never ? (
          <span className="text-mute">{t('last.none')}</span>
        ) : (
          <span className="flex items-center gap-2" title={row.last_error || undefined}>
            <FiringState status={row.last_status} />
            <DateTime at={fromSeconds(row.last_trigger_time)} className="text-small text-mute" />
          </span>
        ),
    },
    {
      id: 'actions',
      head: t('col.actions'),
      hideHead: true,
      width: 120,
      align: 'end',
      cell: (row) => (
        <span className="flex items-center justify-end gap-1.5" data-row-stop>
          <Switch
            checked={row.status === 1}
            disabled={isReadOnly}
            label={t('active', { name: nameOf(row) })}
            onChange={(on) => actions.enable(row, on)}
          />
          <Menu align="end" trigger={<IconButton size="sm" icon={Ellipsis} label={t('more', { name: nameOf(row) })} />}>
            <MenuItem icon={Play} onClick={() => void actions.run(row)}>
              {t('run')}
            </MenuItem>
            {!isReadOnly && (
              <>
                <MenuItem icon={Pencil} onClick={() => onEdit(row)}>
                  {t('edit')}
                </MenuItem>
                <MenuLine />
                <MenuItem icon={Trash2} danger onClick={() => void actions.remove(row)}>
                  {t('remove')}
                </MenuItem>
              </>
            )}
          </Menu>
        </span>
      ),
    },
  ]
  return (
    <Table
      label={t('title')}
      columns={columns}
      rows={triggers ?? []}
      rowKey={(row) => row.trigger_id}
      rowName={nameOf}
      rowTone={(row) => (row.last_status === 3 || row.last_status === 7 ? 'failed' : undefined)}
      onOpen={onOpen}
      loading={triggers ? 0 : 4}
    />
  )
}
