import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { type Texts, useT } from '../../../lib/i18n.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { botNamesQuery, type Group, type UsageRow } from '../usage.queries.ts'

interface UsageTableProps {
  spaceId: string
  by: Group
  rows: readonly UsageRow[]
  isLoading: boolean
}
const numbers = ['calls', 'failed', 'refused', 'input_tokens', 'output_tokens'] as const

export function UsageTable({ spaceId, by, rows, isLoading }: UsageTableProps) {
  const t = useT('usage')
  const { data: names } = useQuery({ ...botNamesQuery(spaceId), enabled: by === 'bot' })
  const most = Math.max(1, ...rows.map((row) => row.calls))
  const columns = useMemo<Column<UsageRow>[]>(() => {
    const nameOf = (row: UsageRow) =>
      by === 'bot' ? (names?.get(row.key) ?? row.key) : by === 'connector' ? channelName(t, row.key) : row.key
    return [
      { id: 'key', head: t(`by.${by}`), cell: (row) => nameOf(row) },
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
  }, [t, by, names, most])
  if (!isLoading && rows.length === 0) return <p className="px-5 py-6 text-mute">{t('none')}</p>
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

function channelName(t: Texts<'usage'>, id: string): string {
  if (id === ConnectorId.api) return t('channel.api')
  if (id === ConnectorId.webSdk) return t('channel.widget')
  return id === ConnectorId.page ? t('channel.page') : id
}
