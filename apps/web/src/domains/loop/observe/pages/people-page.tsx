import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { RotateCw, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { IntentsDialog } from '../components/intents-dialog.tsx'
import { IntentTable, PeopleCharts, PeopleFigures } from '../components/people-figures.tsx'
import { botsQuery, peopleQuery, peopleRanges } from '../people.queries.ts'

/** Who uses a bot: daily and new users, sessions, retention, and what they want. */
export function PeoplePage() {
  const t = useT('people')
  const space = useSpace()
  const search = useSearch({ from: '/signed/space/$space_id/observe/users' })
  const navigate = useNavigate({ from: '/space/$space_id/observe/users' })
  const bots = useQuery(botsQuery(space.id))
  const range = peopleRanges.find((value) => value === search.range) ?? 'month'
  const bot = bots.data?.find(({ value }) => value === search.bot)?.value ?? bots.data?.[0]?.value ?? ''
  const [now, setNow] = useState(() => Date.now())
  const [editing, setEditing] = useState(false)
  const query = useQuery(peopleQuery(space.id, bot, range, now))
  const set = (change: { range?: string; bot?: string }) =>
    void navigate({ search: { ...search, ...change }, replace: true })
  const error = bots.error ?? query.error
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t('title')}
        note={t('note')}
        actions={
          <>
            <Button onClick={() => setEditing(true)}>{t('intents.edit')}</Button>
            <Select
              prefix={t('bot')}
              items={bots.data ?? []}
              placeholder={t('bot.choose')}
              value={bot || null}
              onChange={(value) => set({ bot: value })}
            />
            <Select
              prefix={t('range')}
              items={peopleRanges.map((value) => ({ value, label: t(`range.${value}`) }))}
              value={range}
              onChange={(value) => set({ range: value })}
            />
            <IconButton icon={RotateCw} label={t('refresh')} onClick={() => setNow(Date.now())} />
          </>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-page">
        {bots.data?.length === 0 ? (
          <EmptyState icon={UsersRound} title={t('noBots')} text={t('noBots.text')} />
        ) : error && !query.data ? (
          <FailedPage title={t('failed')} error={error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <Skeleton className="m-5 h-64" />
        ) : (
          <div className="flex flex-col gap-3 p-5 max-sm:p-3">
            <PeopleFigures {...query.data} />
            <PeopleCharts {...query.data} />
            <IntentTable {...query.data} />
          </div>
        )}
      </div>
      {editing && <IntentsDialog spaceId={space.id} onClose={() => setEditing(false)} />}
    </div>
  )
}
