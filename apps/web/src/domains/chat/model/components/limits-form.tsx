import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { timeUnit } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast-store.ts'
import { limitsQuery, refreshModels, type TurnLimits } from '../model.queries.ts'

const numbers = [
  { key: 'first_chunk_ms', min: 50, max: 120_000, unit: 'ms' },
  { key: 'turn_seconds', min: 1, max: 3600, unit: 's' },
  { key: 'turn_steps', min: 1, max: 100 },
  { key: 'turn_tokens', min: 1, max: 10_000_000 },
] as const

/** Limits of a turn, for the whole instance. */
export function LimitsForm() {
  const t = useT('model')
  const { data } = useQuery(limitsQuery)
  const [edits, setEdits] = useState<Partial<TurnLimits>>({})
  const save = useMutation({
    mutationFn: () => api.model.saveLimits(edits),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: limitsQuery.queryKey })
      await refreshModels()
      setEdits({})
      toast.ok(t('limits.saved'))
    },
  })
  if (!data) return null
  const value = { ...data, ...edits }
  return (
    <SettingsSection title={t('limits.title')} text={t('limits.text')}>
      <div className="flex max-w-140 flex-col gap-4">
        <div className="grid grid-cols-2 gap-4">
          {numbers.map(({ key, min, max, ...rest }) => (
            <Field key={key} label={t(`limits.${key}`)}>
              <NumberInput
                label={t(`limits.${key}`)}
                min={min}
                max={max}
                unit={'unit' in rest ? (rest.unit === 's' ? timeUnit('s') : rest.unit) : undefined}
                value={value[key]}
                onChange={(next) => next !== null && setEdits({ ...edits, [key]: next })}
              />
            </Field>
          ))}
        </div>
        <Switch checked={value.offline_model} onChange={(on) => setEdits({ ...edits, offline_model: on })}>
          {t('limits.offline')}
        </Switch>
        {save.error && <ErrorPanel error={save.error} />}
        <div>
          <Button
            kind="solid"
            disabled={Object.keys(edits).length === 0}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('save')}
          </Button>
        </div>
      </div>
    </SettingsSection>
  )
}
