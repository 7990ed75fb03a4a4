import { Pencil, Send, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { api } from '#lib/api.ts'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Hook, refreshHooks } from '../webhook.queries.ts'
import { DeliveryTag } from './delivery-tag.tsx'

interface HookTableProps {
  /** Undefined while loading. */
  hooks: readonly Hook[] | undefined
  onOpen: (hook: Hook) => void
  onEdit: (hook: Hook) => void
}

export function HookTable({ hooks, onOpen, onEdit }: HookTableProps) {
  const t = useT('webhook')
  const columns = useMemo<Column<Hook>[]>(() => {
    const turn = async (hook: Hook, isOn: boolean) => {
      await api.webhook.update({ bot_id: hook.bot_id, webhook_id: hook.id, is_active: isOn }, { toast: true })
      await refreshHooks()
    }
    const test = async (hook: Hook) => {
      const { status, response_status, error } = await api.webhook.test(
        { bot_id: hook.bot_id, webhook_id: hook.id },
        { toast: true },
      )
      if (status === 'delivered') toast.ok(t('test.delivered', { url: hook.url, status: response_status }))
      else toast.error(t('test.failed', { url: hook.url, error }))
      await refreshHooks()
    }
    const remove = (hook: Hook) =>
      confirm({
        title: t('remove.title'),
        text: t('remove.text', { url: hook.url }),
        action: t('remove'),
        danger: true,
        onConfirm: async () => {
          await api.webhook.remove({ bot_id: hook.bot_id, webhook_id: hook.id })
          await refreshHooks()
          toast.ok(t('removed'))
        },
      })
    return [
      {
        id: 'url',
        head: t('url'),
        cell: (row) => (
          <NameCell name={row.url} note={row.events.map((event) => t(`event.${event}`)).join(t('comma'))} />
        ),
      },
      { id: 'bot', head: t('bot'), width: 180, hideBelow: 'sm', cell: (row) => row.bot_name },
      {
        id: 'last',
        head: t('last'),
        width: 210,
        hideBelow: 'lg',
        cell: (row) =>
          row.last ? (
            <span className="flex items-center gap-2">
              <DeliveryTag delivery={row.last} />
              <DateTime at={fromSeconds(row.last.created_at)} className="text-small text-mute" />
            </span>
          ) : (
            <span className="text-mute">{t('last.none')}</span>
          ),
      },
      {
        id: 'actions',
        head: t('actions'),
        hideHead: true,
        width: 180,
        align: 'end',
        cell: (row) => (
          <span className="flex items-center justify-end gap-1" data-row-stop>
            <Switch
              checked={row.is_active}
              label={t('active', { url: row.url })}
              onChange={(isOn) => void turn(row, isOn)}
            />
            <IconButton size="sm" icon={Send} label={t('test.of', { url: row.url })} onClick={() => void test(row)} />
            <IconButton size="sm" icon={Pencil} label={t('edit', { url: row.url })} onClick={() => onEdit(row)} />
            <IconButton
              size="sm"
              kind="danger"
              icon={Trash2}
              label={t('removeNamed', { url: row.url })}
              onClick={() => void remove(row)}
            />
          </span>
        ),
      },
    ]
  }, [t, onEdit])
  return (
    <Table
      label={t('title')}
      columns={columns}
      rows={hooks ?? []}
      rowKey={(row) => row.id}
      rowName={(row) => row.url}
      onOpen={onOpen}
      loading={hooks ? 0 : 3}
    />
  )
}
