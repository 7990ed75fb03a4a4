import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { useMemo } from 'react'
import { formatNumber } from '#lib/format.ts'
import { type Texts, useT } from '#lib/i18n.ts'
import { type Column, Table } from '#ui/table.tsx'
import type { Group, UsageRow } from '../usage.queries.ts'

interface UsageTableProps {
  by: Group
  rows: readonly UsageRow[]
  isLoading: boolean
}
const numbers = ['calls', 'failed', 'refused', 'input_tokens', 'output_tokens'] as const

export function UsageTable({ by, rows, isLoading }: UsageTableProps) {
  const t = useT('usage')
  const most = Math.max(1, ...rows.map((row) => row.calls))
  const columns = useMemo<Column<UsageRow>[]>(() => {
    return [
      { id: 'key', head: t(`by.${by}`), cell: (row) => nameOf(t, by, row) },
      {
        id: 'share',
        head: t('share'),
        hideHead: true,
        width: '30%',
        hideBelow: 'lg',
        cell: (row) => (
          <span aria-hidden className="block h-1.5 rounded-full bg-hover">
            <span
              className="block h-full rounded-full bg-brand-solid"
              style={{ width: `${(row.calls / most) * 100}%` }}
            />
          </span>
        ),
      },
      ...numbers.map((id): Column<UsageRow> => ({
        id,
        head: t(`figure.${id}`),
        align: 'end',
        width: 120,
        hideBelow: id === 'calls' ? undefined : 'sm',
        cell: (row) => formatNumber(row[id]),
      })),
    ]
  }, [t, by, most])
  if (!isLoading && rows.length === 0) return <p className="px-4 pb-4 text-mute">{t('none')}</p>
  return (
    <Table
      label={t('title')}
      size="one"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.key}
      rowName={(row) => row.key}
      loading={isLoading ? 5 : 0}
    />
  )
}

const kinds = ['chat', 'workflow', 'knowledge'] as const
function nameOf(t: Texts<'usage'>, by: Group, { key, name }: UsageRow): string {
  if (by === 'bot') return name || (key === '0' ? t('several') : t('gone', { id: key }))
  if (by === 'connector') return channelName(t, key)
  const kind = by === 'kind' ? kinds.find((kind) => kind === key) : undefined
  return kind ? t(`kind.${kind}`) : key
}
function channelName(t: Texts<'usage'>, id: string): string {
  if (id === ConnectorId.api) return t('channel.api')
  if (id === ConnectorId.webSdk) return t('channel.widget')
  return id === ConnectorId.page ? t('channel.page') : id
}
