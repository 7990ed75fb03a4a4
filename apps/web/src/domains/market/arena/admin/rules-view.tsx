import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast-store.ts'
import { adminModelsQuery, adminSettingsQuery, refreshArena } from '../arena.queries.ts'

type Settings = Awaited<ReturnType<typeof api.arenaAdmin.settings>>

/** Limits, and which votes count. */
export function RulesView() {
  const settings = useQuery(adminSettingsQuery)
  return settings.data ? <RulesForm key={JSON.stringify(settings.data)} settings={settings.data} /> : null
}

const numbers = [
  { key: 'battles_a_day', min: 1, max: 10_000 },
  { key: 'cost_a_day', min: 0, max: 1_000_000 },
  { key: 'votes_for_board', min: 0, max: 50 },
  { key: 'seconds_to_read', min: 0, max: 60 },
] as const

function RulesForm({ settings }: { settings: Settings }) {
  const t = useT('arena')
  const models = useQuery(adminModelsQuery)
  const form = useForm(settings)
  const save = useMutation({
    mutationFn: () => api.arenaAdmin.saveSettings(form.values),
    onSuccess: async () => {
      await refreshArena()
      toast.ok(t('admin.saved'))
    },
  })
  const judges = (models.data ?? []).filter((model) => !model.is_built_in)
  return (
    <form
      className="flex max-w-140 flex-col gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      {numbers.map(({ key, min, max }) => (
        <Field key={key} label={t(`rules.${key}`)} help={t(`rules.${key}_help`)}>
          <NumberInput
            min={min}
            max={max}
            value={form.values[key]}
            onChange={(value) => form.set({ [key]: value ?? min })}
          />
        </Field>
      ))}
      <Switch checked={form.values.counts_both_bad} onChange={(counts_both_bad) => form.set({ counts_both_bad })}>
        {t('rules.counts_both_bad')}
      </Switch>
      <Switch checked={form.values.levels_pace} onChange={(levels_pace) => form.set({ levels_pace })}>
        {t('rules.levels_pace')}
      </Switch>
      <Field label={t('rules.judge')} help={t('rules.judge_help')}>
        <Select
          items={[
            { value: '0', label: t('rules.noJudge') },
            ...judges.map((model) => ({ value: model.model_id, label: model.name })),
          ]}
          value={form.values.judge_model_id || '0'}
          onChange={(id) => form.set({ judge_model_id: id === '0' ? '' : id })}
        />
      </Field>
      {save.error ? <ErrorPanel error={save.error} /> : null}
      <Button type="submit" kind="solid" className="self-start" disabled={!form.isDirty} busy={save.isPending}>
        {t('admin.save')}
      </Button>
    </form>
  )
}
