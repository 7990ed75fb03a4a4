import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { mayInEnterprise } from '#lib/enterprises.ts'
import { formatDate } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshEnterprise, streamsQuery, useEnterprise } from '../enterprise.queries.ts'
import { CreateStreamDialog } from './create-stream-dialog.tsx'
import { StreamRow } from './stream-row.tsx'

/** The receivers of the audit log, and how long it is stored here. */
export function StreamsSheet({ onClose }: { onClose: () => void }) {
  const t = useT('enterprise')
  const enterprise = useEnterprise()
  const { data } = useQuery(streamsQuery(enterprise.enterprise_id))
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState('')
  const mayChange = mayInEnterprise(enterprise, 'configure')
  return (
    <SideSheet
      kind="streams"
      place="over"
      width={472}
      title={t('streams.title')}
      caption={t('streams.text')}
      onClose={onClose}
    >
      <SheetSection
        title={t('streams.list')}
        tools={
          mayChange && (
            <Button size="sm" icon={Plus} onClick={() => setCreating(true)}>
              {t('streams.add')}
            </Button>
          )
        }
      >
        {data?.streams.length === 0 && <p className="text-small text-mute">{t('streams.none')}</p>}
        <ul className="flex flex-col gap-3">
          {data?.streams.map((stream) => (
            <StreamRow key={stream.id} stream={stream} mayChange={mayChange} />
          ))}
        </ul>
      </SheetSection>
      {data && (
        <Retention
          key={data.retention_months}
          months={data.retention_months}
          droppedUntil={data.dropped_until}
          mayChange={mayChange}
        />
      )}
      {isCreating && <CreateStreamDialog onClose={() => setCreating(false)} onSecret={setSecret} />}
      {secret && (
        <ShownOnce
          value={secret}
          title={t('streams.secretTitle')}
          warning={t('streams.secretWarning')}
          label={t('streams.secretLabel')}
          how={t('streams.secretHow')}
          copy={t('streams.copy')}
          copied={t('streams.copied')}
          done={t('streams.done')}
          onClose={() => setSecret('')}
        />
      )}
    </SideSheet>
  )
}

function Retention({ months, droppedUntil, mayChange }: { months: number; droppedUntil: number; mayChange: boolean }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const [value, setValue] = useState(months)
  const save = useMutation({
    mutationFn: () => api.auditStreams.retain({ enterprise_id, months: value }, { toast: true }),
    onSuccess: () => void toast.ok(t('streams.retained')),
    onSettled: () => refreshEnterprise(enterprise_id),
  })
  const ask = useMutation({
    mutationFn: () => api.auditStreams.retain({ enterprise_id, months: value, is_dry_run: true }, { toast: true }),
    onSuccess: ({ entries, until }) =>
      void confirm({
        title: t('streams.retainTitle', { count: value }),
        text: entries
          ? t('streams.retainText', { count: entries, date: formatDate(until) })
          : t('streams.retainNothing'),
        action: t('settings.save'),
        danger: entries > 0,
        onConfirm: async () => void (await save.mutateAsync()),
      }),
  })
  return (
    <SheetSection title={t('streams.retention')}>
      <Field
        label={t('streams.months')}
        help={droppedUntil ? t('streams.dropped', { date: formatDate(droppedUntil) }) : t('streams.monthsHelp')}
      >
        <div className="flex gap-2">
          <NumberInput
            value={value}
            min={1}
            max={120}
            disabled={!mayChange}
            className="w-28"
            onChange={(next) => setValue(next ?? months)}
          />
          {mayChange && (
            <Button disabled={value === months} busy={ask.isPending || save.isPending} onClick={() => ask.mutate()}>
              {t('settings.save')}
            </Button>
          )}
        </div>
      </Field>
    </SheetSection>
  )
}
