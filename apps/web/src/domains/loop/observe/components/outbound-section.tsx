import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useForm } from '#lib/use-form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { outboundQuery } from '../observe.queries.ts'
import { fromLines, toLines } from '../outbound-headers.ts'

type Outbound = Awaited<ReturnType<typeof api.traceOutbound.get>>

/** The other systems to which the traces of a space are forwarded. */
export function OutboundSection({ spaceId }: { spaceId: string }) {
  const t = useT('observe')
  const { data } = useQuery(outboundQuery(spaceId))
  return (
    <SettingsSection title={t('outbound')} text={t('outbound.text')}>
      {data && <OutboundForm spaceId={spaceId} outbound={data} />}
    </SettingsSection>
  )
}

function OutboundForm({ spaceId, outbound }: { spaceId: string; outbound: Outbound }) {
  const t = useT('observe')
  const { values, text, field } = useForm(() => ({
    url: outbound.url,
    headers: toLines(outbound.header_names),
    protocol: outbound.protocol,
    share: Math.round(outbound.share * 100) as number | null,
    content: outbound.has_content,
    isOn: outbound.is_on || outbound.url === '',
  }))
  const input = () => ({
    space_id: spaceId,
    url: values.url.trim(),
    headers: fromLines(values.headers),
    protocol: values.protocol,
    share: (values.share ?? 100) / 100,
    has_content: values.content,
    is_on: values.isOn,
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: outboundQuery(spaceId).queryKey })
  const save = useMutation({
    mutationFn: () => api.traceOutbound.save(input()),
    onSuccess: async () => {
      await refresh()
      toast.ok(t('outbound.saved'))
    },
  })
  const remove = useMutation({
    mutationFn: () => api.traceOutbound.remove({ space_id: spaceId }),
    onSuccess: async () => {
      await refresh()
      toast.ok(t('outbound.removed'))
    },
  })
  const attempt = useMutation({ mutationFn: () => api.traceOutbound.test(input()) })
  const error = save.error ?? remove.error ?? attempt.error
  const hasUrl = values.url.trim() !== ''
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('outbound.url')} help={t('outbound.urlHelp')}>
        <Input {...text('url')} maxLength={2000} placeholder="https://collector.example/v1/traces" />
      </Field>
      <Field label={t('outbound.headers')} help={t('outbound.headersHelp')}>
        <Textarea {...text('headers')} mono rows={2} maxLength={20_000} spellCheck={false} />
      </Field>
      <div className="flex flex-wrap gap-4">
        <Segmented
          label={t('outbound.protocol')}
          items={[
            { value: 'protobuf', label: 'http/protobuf' },
            { value: 'json', label: 'http/json' },
          ]}
          {...field('protocol')}
        />
        <NumberInput label={t('outbound.share')} className="w-32" min={0} max={100} unit="%" {...field('share')} />
      </div>
      <Checkbox checked={values.content} onChange={field('content').onChange}>
        {t('outbound.content')}
      </Checkbox>
      <Checkbox checked={values.isOn} onChange={field('isOn').onChange}>
        {t('outbound.isOn')}
      </Checkbox>
      {outbound.url && (
        <p className="text-small text-mute">
          {t('outbound.figures', {
            sent: formatNumber(outbound.sent),
            dropped: formatNumber(outbound.dropped),
            waiting: formatNumber(Math.ceil(outbound.backlog / 1024)),
          })}
        </p>
      )}
      {outbound.problem && (
        <Banner inset tone="err">
          {t('outbound.problem', { problem: outbound.problem })}
        </Banner>
      )}
      {attempt.data && (
        <p role="status" className={attempt.data.is_taken ? 'text-small text-ok' : 'text-small text-err'}>
          {attempt.data.is_taken ? t('outbound.taken') : t('outbound.problem', { problem: attempt.data.problem })}
        </p>
      )}
      {error ? <ErrorPanel error={error} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button disabled={!hasUrl} busy={save.isPending} onClick={() => save.mutate()}>
          {t('outbound.save')}
        </Button>
        <Button disabled={!hasUrl} busy={attempt.isPending} onClick={() => attempt.mutate()}>
          {t('outbound.test')}
        </Button>
        {outbound.url && (
          <Button kind="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('outbound.remove')}
          </Button>
        )}
      </div>
    </div>
  )
}
