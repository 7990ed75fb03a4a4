import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { FilterBar, FilterChip } from '#ui/filter-bar.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { type LogAddress, readLogAddress, toFilter, writeLogAddress } from '../log-filter.ts'
import { RangeSelect } from './analyse-panel.tsx'
import { ConversationTable } from './conversation-table.tsx'
import { ConversationView } from './conversation-view.tsx'
import { TracePageLink } from './trace-page-link.tsx'
import { TracePanel } from './trace-panel.tsx'
import { TurnTable } from './turn-table.tsx'

/** Conversations with a bot and their turns, each with its trace. */
export function LogsPanel({ botId }: { botId: string }) {
  const t = useT('trace')
  const navigate = useNavigate({ from: '/space/$space_id/bot/$bot_id/logs' })
  const search = useSearch({ from: '/signed/space/$space_id/bot/$bot_id/logs' })
  const { space_id: spaceId } = useParams({ from: '/signed/space/$space_id/bot/$bot_id/logs' })
  const address = readLogAddress(search)
  const [now] = useState(() => Date.now())
  const set = useCallback(
    (change: Partial<LogAddress>) =>
      void navigate({
        search: (before) => writeLogAddress({ ...readLogAddress(before), ...change }),
        replace: true,
      }),
    [navigate],
  )
  const onWord = useCallback((word: string) => set({ word: word.trim() }), [set])
  const filter = toFilter(address, now)
  const clear = () => set({ status: 'any', scene: 'any', rating: 'any', word: '' })
  const isTurns = address.view === 'turns'
  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-card">
      <FilterBar search={<SearchInput slash value={address.word} onChange={onWord} placeholder={t('logs.search')} />}>
        <Segmented
          label={t('logs.view')}
          items={[
            { value: 'conversations', label: t('logs.conversations') },
            { value: 'turns', label: t('logs.turns') },
          ]}
          value={isTurns ? 'turns' : 'conversations'}
          onChange={(view) => set({ view, conversation: '' })}
        />
        <RangeSelect value={address.range} onChange={(range) => set({ range })} />
        <Select
          prefix={t('status')}
          items={(['any', 'done', 'failed', 'stopped'] as const).map((value) => ({
            value,
            label: t(`status.${value}`),
          }))}
          value={address.status}
          onChange={(status) => set({ status })}
        />
        <Select
          prefix={t('scene')}
          items={(['any', 'debug', 'online', 'task'] as const).map((value) => ({ value, label: t(`scene.${value}`) }))}
          value={address.scene}
          onChange={(scene) => set({ scene })}
        />
        <Select
          prefix={t('rating')}
          items={(['any', 'like', 'dislike'] as const).map((value) => ({ value, label: t(`rating.${value}`) }))}
          value={address.rating}
          onChange={(rating) => set({ rating })}
        />
        {address.conversation && (
          <FilterChip name={t('logs.oneConversation')} onRemove={() => set({ conversation: '' })}>
            {t('logs.oneConversation')}
          </FilterChip>
        )}
      </FilterBar>
      {address.conversation ? (
        <ConversationView
          key={address.conversation}
          botId={botId}
          filter={filter}
          address={address}
          onOpen={(trace) => set({ trace })}
          onClear={clear}
        />
      ) : isTurns ? (
        <TurnTable botId={botId} filter={filter} address={address} onOpen={(trace) => set({ trace })} onClear={clear} />
      ) : (
        <ConversationTable
          botId={botId}
          filter={filter}
          address={address}
          onOpen={(conversation) => set({ conversation })}
          onClear={clear}
        />
      )}
      {address.trace && (
        <SideSheet
          kind="trace"
          place="over"
          width={860}
          min={520}
          max={1200}
          title={t('trace')}
          caption={address.trace}
          actions={<TracePageLink spaceId={spaceId} traceId={address.trace} />}
          onClose={() => set({ trace: '' })}
        >
          <TracePanel key={address.trace} traceId={address.trace} wide />
        </SideSheet>
      )}
    </div>
  )
}
