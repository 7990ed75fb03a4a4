import { useMutation, useQuery } from '@tanstack/react-query'
import { Route } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { channelsQuery, type BotRef, rulesQuery, type VersionRule } from '../../versions/version.queries.ts'
import { shareOf } from './serving-panel.tsx'

/** All version rules, past and present, and a check which version a caller would get. */
export function RulesPanel({ of }: { of: BotRef }) {
  const t = useT('version')
  const { data, error } = useQuery(rulesQuery(of))
  const columns: Column<VersionRule>[] = [
    {
      id: 'rule',
      head: t('rules.rule'),
      cell: (rule) =>
        rule.version_type === 3
          ? t('gray.share', { share: shareOf(rule.gray_config) })
          : rule.x_tt_env
            ? t('lane.named', { name: rule.x_tt_env })
            : t('identifier.named', { name: rule.version_identifier }),
    },
    { id: 'channel', head: t('rules.channel'), cell: (rule) => rule.connector_info.name, isNamedOnCard: true },
    { id: 'version', head: t('rules.version'), cell: (rule) => rule.version_name, isNamedOnCard: true },
    {
      id: 'by',
      head: t('rules.by'),
      cell: (rule) => `${rule.creator_name} · ${formatTime(fromSeconds(rule.create_time))}`,
      hideBelow: 'md',
    },
    {
      id: 'status',
      head: t('rules.status'),
      width: 140,
      cell: (rule) =>
        rule.status === 1 ? (
          <Tag tone={rule.pause_reason ? 'warn' : 'ok'}>{t(rule.pause_reason ? 'rules.paused' : 'rules.online')}</Tag>
        ) : (
          <Tag>{t('rules.offline')}</Tag>
        ),
    },
  ]
  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-5">
      <CallerVersion of={of} />
      {error && <ErrorPanel error={error} />}
      {data?.length === 0 ? (
        <EmptyState icon={Route} title={t('rules.empty')} text={t('rules.empty.text')} />
      ) : (
        <Table
          label={t('tab.rules')}
          size="one"
          columns={columns}
          rows={data ?? []}
          rowKey={(rule) => rule.rule_id}
          rowName={(rule) => rule.version_name}
          loading={data ? 0 : 3}
        />
      )}
    </div>
  )
}

/** Finds which version a caller would get, and why. */
function CallerVersion({ of }: { of: BotRef }) {
  const t = useT('version')
  const { data: channels = [] } = useQuery(channelsQuery(of))
  const ready = channels.filter((one) => one.has_published)
  const [channel, setChannel] = useState<string | null>(null)
  const [uid, setUid] = useState('')
  const [lane, setLane] = useState('')
  const at = channel ?? ready[0]?.id ?? null
  const ask = useMutation({
    mutationFn: () => api.botVersion.choose({ ...of, connector_id: at ?? '', uid: uid.trim(), x_tt_env: lane.trim() }),
  })
  if (!ready.length) return null
  return (
    <Card role="group" aria-label={t('who.title')}>
      <h2 className="font-semibold">{t('who.title')}</h2>
      <p className="mb-3 text-small text-mute">{t('who.text')}</p>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate()
        }}
      >
        <Field label={t('rules.channel')} className="w-44">
          <Select items={ready.map(({ id, name }) => ({ value: id, label: name }))} value={at} onChange={setChannel} />
        </Field>
        <Field label={t('who.user')} className="w-52">
          <Input value={uid} onChange={(event) => setUid(event.target.value)} />
        </Field>
        <Field label={t('lane')} className="w-40">
          <Input value={lane} onChange={(event) => setLane(event.target.value)} />
        </Field>
        <Button type="submit" busy={ask.isPending}>
          {t('who.action')}
        </Button>
        <p role="status" className="min-h-8 py-1.5">
          {ask.data && (
            <>
              <span className="font-medium">{ask.data.version_name}</span>
              <span className="text-mute"> · {t(`who.${ask.data.reason}`)}</span>
            </>
          )}
        </p>
      </form>
      {ask.error && <ErrorPanel error={ask.error} className="mt-3" />}
    </Card>
  )
}
