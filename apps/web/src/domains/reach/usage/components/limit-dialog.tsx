import { USAGE_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { botNamesQuery, refreshUsage } from '../usage.queries.ts'

const wholeSpace = 'space'
const periods = ['minute', 'day', 'month', 'total'] as const

export function LimitDialog({ spaceId, onClose }: { spaceId: string; onClose: () => void }) {
  const t = useT('usage')
  const { data: bots } = useQuery(botNamesQuery(spaceId))
  const [who, setWho] = useState(wholeSpace)
  const [unit, setUnit] = useState<'calls' | 'tokens'>('calls')
  const [period, setPeriod] = useState<(typeof periods)[number]>('day')
  const [max, setMax] = useState<number | null>(1000)
  const save = useMutation({
    mutationFn: () =>
      api.openUsage.setLimit({
        workspace_id: spaceId,
        subject: who === wholeSpace ? 'space' : 'bot',
        subject_id: who === wholeSpace ? undefined : who,
        unit,
        period,
        max: max ?? 0,
      }),
    onSuccess: async () => {
      await refreshUsage(spaceId)
      onClose()
    },
  })
  return (
    <FormDialog
      size="md"
      title={t('limit.add')}
      description={t('limit.text')}
      isReady={max !== null}
      call={save}
      action={t('limit.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('limit.who')}>
        <Select
          value={who}
          onChange={setWho}
          items={[
            { value: wholeSpace, label: t('subject.space') },
            ...[...(bots ?? [])].map(([value, label]) => ({ value, label })),
          ]}
        />
      </Field>
      <Field label={t('limit.what')}>
        <Segmented
          label={t('limit.what')}
          value={unit}
          onChange={setUnit}
          items={[
            { value: 'calls', label: t('unit.calls') },
            { value: 'tokens', label: t('unit.tokens') },
          ]}
        />
      </Field>
      <Field label={t('limit.max')}>
        <NumberInput label={t('limit.max')} value={max} min={0} max={USAGE_LIMITS.max} onChange={setMax} />
      </Field>
      <Field label={t('period')}>
        <Segmented
          label={t('period')}
          value={period}
          onChange={setPeriod}
          items={periods.map((value) => ({ value, label: t(`per.${value}`) }))}
        />
      </Field>
    </FormDialog>
  )
}
