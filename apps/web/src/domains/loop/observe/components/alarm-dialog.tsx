import { useMutation, useQuery } from '@tanstack/react-query'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { alarmMetrics, allApps, fromForm, isReady, toForm, unitOf } from '../alarm-form.ts'
import { alarmPeopleQuery, refreshAlarms, type TraceAlarm } from '../alarm.queries.ts'
import { appsQuery } from '../automation.queries.ts'
import { AlarmEvents } from './alarm-events.tsx'

interface AlarmDialogProps {
  spaceId: string
  alarm?: TraceAlarm
  /** Receives the secret of the webhook if it is new. */
  onSaved: (secret: string) => void
  onClose: () => void
}

/** Sets when an alarm fires, and whom it notifies. */
export function AlarmDialog({ spaceId, alarm, onSaved, onClose }: AlarmDialogProps) {
  const t = useT('alarm')
  const { user_id_str: userId } = useAccount()
  const { values, set, text, field, isDirty } = useForm(() => toForm(alarm, userId))
  const { data: apps = [] } = useQuery(appsQuery(spaceId))
  const save = useMutation({
    mutationFn: () =>
      api.traceAlarms.save({ space_id: spaceId, alarm: fromForm(values), ...(alarm && { alarm_id: alarm.id }) }),
    onSuccess: async ({ webhook_secret }) => {
      await refreshAlarms(spaceId)
      onSaved(webhook_secret)
    },
  })
  const known = apps.some(({ value }) => value === values.app) || values.app === allApps
  return (
    <FormDialog
      size="lg"
      title={alarm ? t('edit') : t('create')}
      description={t('dialog.text')}
      isDirty={isDirty}
      isReady={isReady(values)}
      call={save}
      action={alarm ? t('save') : t('create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input {...text('name')} maxLength={50} />
      </Field>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={t('metric')}>
          <Select items={alarmMetrics.map((value) => ({ value, label: t(`metric.${value}`) }))} {...field('metric')} />
        </Field>
        <Field label={t('app')}>
          <Select
            items={[
              { value: allApps, label: t('app.all') },
              ...apps.map(({ value, name }) => ({ value, label: name })),
              ...(known ? [] : [{ value: values.app, label: alarm?.object_name ?? values.app }]),
            ]}
            {...field('app')}
          />
        </Field>
        <Field label={t('threshold')} required>
          <div className="flex gap-2">
            <Segmented
              label={t('side')}
              items={(['above', 'below'] as const).map((value) => ({ value, label: t(`side.${value}`) }))}
              {...field('side')}
            />
            <NumberInput
              className="flex-1"
              label={t('threshold')}
              min={0}
              step={1}
              unit={unitOf(values.metric)}
              {...field('threshold')}
            />
          </div>
        </Field>
        <Field label={t('minutes')} required>
          <NumberInput min={1} max={1440} unit="min" {...field('minutes')} />
        </Field>
        <Field label={t('minRuns')} help={t('minRuns.help')} required>
          <NumberInput min={0} {...field('minRuns')} />
        </Field>
        <Field label={t('url')} help={t('url.help')}>
          <Input {...text('url')} maxLength={2000} placeholder="https://" />
        </Field>
      </div>
      <People spaceId={spaceId} chosen={values.people} onChange={(people) => set({ people })} />
      <Checkbox checked={values.isOn} onChange={(isOn) => set({ isOn })}>
        {t('isOn')}
      </Checkbox>
      {alarm && <AlarmEvents spaceId={spaceId} alarm={alarm} />}
    </FormDialog>
  )
}

interface PeopleProps {
  spaceId: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}
function People({ spaceId, chosen, onChange }: PeopleProps) {
  const t = useT('alarm')
  const { data: people = [] } = useQuery(alarmPeopleQuery(spaceId))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{t('people')}</legend>
      <div className="flex max-h-32 flex-wrap gap-x-5 gap-y-2 overflow-y-auto">
        {people.map(({ user_id, name }) => (
          <Checkbox
            key={user_id}
            checked={chosen.includes(user_id)}
            onChange={(on) => onChange(on ? [...chosen, user_id] : chosen.filter((one) => one !== user_id))}
          >
            <span data-user-text>{name}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
