import { ArenaField, arenaFieldNames, voteFaults, VoteResult } from '@orrery/contract/shared/arena-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Ban, Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatFullTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Select } from '#ui/select.tsx'
import { NameCell, type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { adminVotesQuery, refreshArena, type VoteFilter } from '../arena.queries.ts'

type Vote = Awaited<ReturnType<typeof api.arenaAdmin.votes>>['votes'][number]
const filters: readonly VoteFilter[] = ['', 'counted', 'any', ...voteFaults]
const resultNames = {
  [VoteResult.left]: 'vote.left',
  [VoteResult.right]: 'vote.right',
  [VoteResult.bothGood]: 'vote.bothGood',
  [VoteResult.bothBad]: 'vote.bothBad',
} as const
const fields = arenaFieldNames.filter((name) => name !== 'all')

/** All votes, with the reason why some do not count. */
export function VotesView() {
  const t = useT('arena')
  const [reason, setReason] = useState<VoteFilter>('')
  const [page, setPage] = useState(1)
  const votes = useQuery(adminVotesQuery(reason, page))
  const change = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSettled: refreshArena })
  const filterName = (filter: VoteFilter) =>
    filter === ''
      ? t('votes.all')
      : filter === 'counted' || filter === 'any'
        ? t(`votes.${filter}`)
        : t(`reason.${filter}`)
  const columns: Column<Vote>[] = [
    {
      id: 'question',
      head: t('votes.question'),
      cell: (vote) => <NameCell name={vote.question} note={`${vote.left} – ${vote.right}`} />,
    },
    {
      id: 'result',
      head: t('votes.result'),
      width: 130,
      cell: (vote) => t(resultNames[vote.result as VoteResult]),
    },
    {
      id: 'field',
      head: t('board.field'),
      width: 190,
      hideBelow: 'lg',
      cell: (vote) => (
        <Select
          size="sm"
          label={t('votes.fieldOf', { question: vote.question })}
          items={fields.map((value) => ({ value, label: t(`field.${value}`) }))}
          value={fields.find((name) => ArenaField[name] === vote.field) ?? null}
          onChange={(name) =>
            change.mutate(() =>
              api.arenaAdmin.setField({ pk_id: vote.pk_id, field: ArenaField[name] }, { toast: true }),
            )
          }
        />
      ),
    },
    {
      id: 'why',
      head: t('votes.counts'),
      width: 150,
      cell: (vote) =>
        vote.why_not === '' ? (
          <Tag tone="ok">{t('votes.yes')}</Tag>
        ) : (
          <Tag tone="warn">{t(`reason.${vote.why_not}`)}</Tag>
        ),
    },
    { id: 'voter', head: t('votes.voter'), width: 140, hideBelow: 'md', cell: (vote) => vote.voter },
    { id: 'at', head: t('votes.at'), width: 160, hideBelow: 'wide', cell: (vote) => formatFullTime(vote.at) },
  ]
  const download = async () => {
    const response = await api.arenaAdmin.exportVotes({}, { toast: true })
    saveFile('arena-votes.csv', await response.text(), 'text/csv')
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-5 py-3">
        <Select
          prefix={t('votes.show')}
          items={filters.map((value) => ({ value: value || 'all', label: filterName(value) }))}
          value={reason || 'all'}
          onChange={(next) => {
            setReason(next === 'all' ? '' : (next as VoteFilter))
            setPage(1)
          }}
        />
        <span className="flex-1" />
        <Button icon={Download} onClick={() => void download()}>
          {t('votes.download')}
        </Button>
      </div>
      <Table
        label={t('admin.votes')}
        columns={columns}
        rows={votes.data?.votes ?? []}
        loading={votes.isPending ? 5 : 0}
        rowKey={({ pk_id: id }) => id}
        rowName={({ question }) => question}
        actions={(vote) => (
          <IconButton
            icon={vote.is_banned ? Undo2 : Ban}
            label={t(vote.is_banned ? 'votes.unban' : 'votes.ban', { name: vote.voter })}
            onClick={() =>
              change.mutate(() =>
                api.arenaAdmin.ban({ user_id: vote.voter_id, banned: !vote.is_banned }, { toast: true }),
              )
            }
          />
        )}
      />
      <div className="flex justify-end px-5 py-3">
        <Pagination page={page} pages={Math.max(1, Math.ceil((votes.data?.total ?? 0) / 20))} onChange={setPage} />
      </div>
    </>
  )
}
