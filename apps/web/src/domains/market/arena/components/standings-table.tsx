import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { type Column, Table } from '#ui/table.tsx'
import type { BoardPart, Standing } from '../arena.queries.ts'
import { boundsOf } from '../board-part.ts'
import { IntervalBar } from './interval-bar.tsx'

interface StandingsTableProps {
  part: BoardPart
  nameOf: (modelId: string) => string
  companyOf: (modelId: string) => string
}
const points = (value: number) => formatNumber(Math.round(value))

/** The models of a board, best first, each with the confidence in its rank. */
export function StandingsTable({ part, nameOf, companyOf }: StandingsTableProps) {
  const t = useT('arena')
  const { low, high } = boundsOf(part)
  const columns: Column<Standing>[] = [
    { id: 'rank', head: t('board.rank'), width: 72, cell: ({ rank }) => (rank > 0 ? rank : '–'), isNamedOnCard: true },
    {
      id: 'name',
      head: t('board.model'),
      cell: ({ model_id: id }) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-semibold">{nameOf(id)}</span>
          <span className="truncate text-small text-mute">{companyOf(id)}</span>
        </span>
      ),
    },
    { id: 'score', head: t('board.score'), width: 84, align: 'end', cell: ({ score }) => points(score) },
    {
      id: 'interval',
      head: t('board.interval'),
      width: '30%',
      cell: ({ lower, score, upper }) => (
        <IntervalBar
          {...{ lower, score, upper, low, high }}
          label={t('board.between', { lower: points(lower), upper: points(upper) })}
        />
      ),
    },
    {
      id: 'adjusted',
      head: t('board.adjusted'),
      width: 104,
      align: 'end',
      hideBelow: 'md',
      cell: ({ adjusted }) => points(adjusted),
    },
    { id: 'votes', head: t('board.votes'), width: 84, align: 'end', cell: ({ votes }) => formatNumber(votes) },
  ]
  return (
    <Table
      label={t('board.title')}
      columns={columns}
      rows={part.standings}
      rowKey={({ model_id: id }) => id}
      rowName={({ model_id: id }) => nameOf(id)}
    />
  )
}
