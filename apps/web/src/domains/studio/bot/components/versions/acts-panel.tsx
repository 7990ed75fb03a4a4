import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { actsQuery, type BotRef, type VersionAct } from '../../versions/version.queries.ts'
import { typeOf } from './history-panel.tsx'
import { shareOf } from './serving-panel.tsx'

const tones = { 1: 'ok', 2: 'brand', 3: 'grey', 4: 'warn' } as const
type ActKey = '1' | '2' | '3' | '4'

/** The log of publications, changes, takedowns and rollbacks, with their reasons. */
export function ActsPanel({ of }: { of: BotRef }) {
  const t = useT('version')
  const { data, error } = useQuery(actsQuery(of))
  const columns: Column<VersionAct>[] = [
    {
      id: 'what',
      head: t('acts.what'),
      cell: (row) => (
        <Tag tone={tones[row.bot_version_operation as keyof typeof tones] ?? 'grey'}>
          {t(`act.${String(row.bot_version_operation) as ActKey}`)}
        </Tag>
      ),
      width: 120,
    },
    {
      id: 'version',
      head: t('rules.version'),
      cell: (row) =>
        [
          row.version_name,
          t(`type.${typeOf(row)}`),
          row.x_tt_env || row.version_identifier || (row.gray_config ? shareOf(row.gray_config) : ''),
        ]
          .filter(Boolean)
          .join(' · '),
    },
    { id: 'remark', head: t('acts.reason'), cell: (row) => row.remark || '–' },
    {
      id: 'channels',
      head: t('rules.channel'),
      cell: (row) => row.connector_infos.map(({ name }) => name).join(', '),
      hideBelow: 'md',
    },
    {
      id: 'by',
      head: t('rules.by'),
      cell: (row) =>
        `${row.is_guard ? t('acts.guard') : row.creator.name} · ${formatTime(fromSeconds(row.create_time))}`,
    },
  ]
  return (
    <div className="flex flex-col gap-3 overflow-y-auto p-5">
      {error && <ErrorPanel error={error} />}
      {data?.length === 0 ? (
        <EmptyState icon={ClipboardList} title={t('acts.empty')} text={t('acts.empty.text')} />
      ) : (
        <Table
          label={t('tab.acts')}
          columns={columns}
          rows={data ?? []}
          rowKey={(row) => row.history_id}
          rowName={(row) => row.version_name}
          loading={data ? 0 : 5}
        />
      )}
    </div>
  )
}
