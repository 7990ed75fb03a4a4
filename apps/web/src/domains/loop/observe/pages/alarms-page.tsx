import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { BellRing, Plus, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import type { Column } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { unitOf } from '../alarm-form.ts'
import { alarmsQuery, refreshAlarms, type TraceAlarm } from '../alarm.queries.ts'
import { AlarmDialog } from '../components/alarm-dialog.tsx'

/** The alarms of a space: the figures they watch, and their state. */
export function AlarmsPage() {
  const t = useT('alarm')
  const space = useSpace()
  const { word = '' } = useSearch({ from: '/signed/space/$space_id/observe/alarms' })
  const navigate = useNavigate({ from: '/space/$space_id/observe/alarms' })
  const query = useInfiniteQuery(alarmsQuery(space.id))
  const all = query.data?.pages.flat() ?? []
  const shown = all.filter(({ name }) => name.toLowerCase().includes(word.toLowerCase()))
  const [edited, setEdited] = useState<TraceAlarm | 'new'>()
  const [secret, setSecret] = useState('')
  const onWord = useCallback(
    (text: string) => void navigate({ search: { word: text.trim() || undefined }, replace: true }),
    [navigate],
  )
  const remove = (alarm: TraceAlarm) =>
    confirm({
      title: t('remove.title', { name: alarm.name }),
      text: t('remove.text'),
      action: t('remove'),
      danger: true,
      onConfirm: async () => {
        await api.traceAlarms.remove({ space_id: space.id, alarm_id: alarm.id })
        await refreshAlarms(space.id)
      },
    })
  return (
    <>
      <ListPage
        title={t('list')}
        create={
          <Button kind="solid" icon={Plus} onClick={() => setEdited('new')}>
            {t('create')}
          </Button>
        }
        search={{ word, onWord, placeholder: t('list.search') }}
        query={query}
        failed={t('list.failed')}
        empty={{ icon: BellRing, title: t('list.empty'), text: t('list.emptyText') }}
        noMatch={word ? { text: t('list.noMatch'), onClear: () => onWord('') } : undefined}
        columns={useColumns()}
        rows={shown}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={(alarm) => (
          <IconButton
            kind="danger"
            icon={Trash2}
            label={t('remove.of', { name: alarm.name })}
            onClick={() => void remove(alarm)}
          />
        )}
        onOpen={setEdited}
        openHint={t('list.open')}
        shown={t('list.shown', { shown: formatNumber(shown.length), total: formatNumber(all.length) })}
      />
      {edited && (
        <AlarmDialog
          spaceId={space.id}
          {...(edited !== 'new' && { alarm: edited })}
          onSaved={(fresh) => {
            setEdited(undefined)
            setSecret(fresh)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {secret && (
        <ShownOnce
          value={secret}
          title={t('secret')}
          warning={t('secret.once')}
          label={t('secret')}
          how={t('secret.how')}
          copy={t('secret.copy')}
          copied={t('secret.copied')}
          done={t('secret.done')}
          onClose={() => setSecret('')}
        />
      )}
    </>
  )
}

function useColumns(): Column<TraceAlarm>[] {
  const t = useT('alarm')
  const value = (alarm: TraceAlarm, figure: number) =>
    [formatNumber(Math.round(figure * 100) / 100), unitOf(alarm.metric)].filter(Boolean).join(' ')
  return [
    {
      id: 'name',
      head: t('name'),
      cell: ({ name }) => (
        <span data-user-text className="block truncate font-medium">
          {name}
        </span>
      ),
    },
    {
      id: 'status',
      head: t('status'),
      width: 110,
      cell: (alarm) =>
        alarm.is_on ? (
          <Tag tone={alarm.status === 'firing' ? 'err' : 'ok'}>{t(`status.${alarm.status}`)}</Tag>
        ) : (
          <Tag>{t('status.off')}</Tag>
        ),
    },
    {
      id: 'rule',
      head: t('rule'),
      width: 260,
      hideBelow: 'md',
      cell: (alarm) => (
        <span className="block truncate">
          {t('rule.text', {
            metric: t(`metric.${alarm.metric}`),
            side: t(`side.${alarm.is_above ? 'above' : 'below'}`),
            threshold: value(alarm, alarm.threshold),
            minutes: alarm.window_minutes,
          })}
        </span>
      ),
    },
    {
      id: 'app',
      head: t('app'),
      width: 150,
      hideBelow: 'wide',
      cell: ({ object_name }) => (
        <span data-user-text className="block truncate text-mute">
          {object_name || '–'}
        </span>
      ),
    },
    {
      id: 'value',
      head: t('value'),
      width: 110,
      align: 'end',
      cell: (alarm) => (alarm.value === undefined ? '–' : value(alarm, alarm.value)),
    },
    {
      id: 'since',
      head: t('since'),
      width: 140,
      hideBelow: 'wide',
      cell: ({ since }) => (since ? <DateTime at={since} className="text-mute" /> : '–'),
    },
  ]
}
