import { useQuery } from '@tanstack/react-query'
import { GitCompare, History, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import {
  baseState,
  type HistoryVersion,
  historyVersionsQuery,
  storedState,
  type BotRef,
  refreshVersions,
} from '../../versions/version.queries.ts'
import { CompareDialog } from './compare-dialog.tsx'

const filters = ['0', '1', '2', '3', '4', '5'] as const
type Filter = (typeof filters)[number]

/** Commits, publications, lanes, gray versions and rollbacks. */
export function HistoryPanel({ of, mayRollBack }: { of: BotRef; mayRollBack: boolean }) {
  const t = useT('version')
  const [filter, setFilter] = useState<Filter>('0')
  const [compared, setCompared] = useState<string | null>(null)
  const { data, error } = useQuery(historyVersionsQuery(of, filter === '0' ? [] : [Number(filter)]))
  const rollBack = (row: HistoryVersion) =>
    confirm({
      title: t('back.title', { version: row.version_name }),
      text: t('back.text', { channels: row.connector_infos.map(({ name }) => name).join(', ') }),
      action: t('back.action'),
      onConfirm: async () => {
        await api.botVersion.rollback({
          ...of,
          connector_ids: row.connector_infos.map(({ id }) => id),
          bot_version: row.bot_version,
        })
        await refreshVersions(of)
        toast.ok(t('back.done', { version: row.version_name }))
      },
    })
  const remove = (row: HistoryVersion) =>
    confirm({
      title: t('delete.title', { version: row.version_name || row.remark }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
      onConfirm: async () => {
        await api.botVersion.removeVersion({ ...of, history_id: row.history_id })
        await refreshVersions(of)
        toast.ok(t('delete.done'))
      },
    })
  const columns: Column<HistoryVersion>[] = [
    {
      id: 'version',
      head: t('rules.version'),
      cell: (row) => (
        <span className="flex items-center gap-2">
          <Tag tone={row.history_version_status === 1 ? 'ok' : 'grey'}>{t(`type.${typeOf(row)}`)}</Tag>
          <span className="tabular-nums">{row.version_name}</span>
          <span className="text-small text-mute">{row.x_tt_env || row.version_identifier}</span>
        </span>
      ),
    },
    { id: 'remark', head: t('history.remark'), cell: (row) => row.remark || '–' },
    {
      id: 'channels',
      head: t('rules.channel'),
      cell: (row) => row.connector_infos.map(({ name }) => name).join(', ') || '–',
      hideBelow: 'md',
    },
    {
      id: 'by',
      head: t('rules.by'),
      cell: (row) => `${row.creator.name} · ${formatTime(fromSeconds(row.create_time))}`,
      hideBelow: 'md',
    },
  ]
  return (
    <div className="flex flex-col gap-3 overflow-y-auto p-5">
      <Segmented
        label={t('history.filter')}
        items={filters.map((value) => ({ value, label: value === '0' ? t('history.all') : t(`type.${value}`) }))}
        value={filter}
        onChange={setFilter}
      />
      {error && <ErrorPanel error={error} />}
      {data?.length === 0 ? (
        <EmptyState icon={History} title={t('history.empty')} text={t('history.empty.text')} />
      ) : (
        <Table
          label={t('tab.history')}
          columns={columns}
          rows={data ?? []}
          rowKey={(row) => row.history_id}
          rowName={(row) => row.version_name || row.remark}
          loading={data ? 0 : 5}
          actions={(row) => (
            <>
              <IconButton
                size="sm"
                icon={GitCompare}
                label={t('compare.open')}
                onClick={() => setCompared(row.bot_version)}
              />
              {row.support_rollback && mayRollBack && (
                <IconButton size="sm" icon={RotateCcw} label={t('back.open')} onClick={() => rollBack(row)} />
              )}
              {isStored(row) && mayRollBack && (
                <IconButton size="sm" icon={Trash2} label={t('delete.open')} onClick={() => remove(row)} />
              )}
            </>
          )}
        />
      )}
      {compared && (
        <CompareDialog of={of} left={storedState(compared)} right={baseState} onClose={() => setCompared(null)} />
      )}
    </div>
  )
}
/** Whether it is a commit or publication that is neither served nor the latest one. */
const isStored = ({ history_version_type: type, history_version_status: status }: HistoryVersion) =>
  (type === 1 || type === 2) && status === 2
type TypeKey = '1' | '2' | '3' | '4' | '5'
export const typeOf = ({ history_version_type: type }: { history_version_type: number }) => String(type) as TypeKey
