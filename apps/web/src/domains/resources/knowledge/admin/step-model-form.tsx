import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { toast } from '#ui/toast-store.ts'
import { chatModelsQuery, type Setup, setupQuery } from './setup.queries.ts'

const NONE = '0'

/** The model that rewrites questions, grades slices and queries tables. */
export function StepModelForm({ setup }: { setup: Setup }) {
  const t = useT('knowledge')
  const { data: models = [] } = useQuery(chatModelsQuery)
  const save = useMutation({
    mutationFn: (id: string) =>
      api.knowledge.saveSetup({ knowledge_config: { builtin_model_id: id } }, { toast: true }),
    onSuccess: () => void toast.ok(t('settings.saved')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: setupQuery.queryKey }),
  })
  return (
    <SettingsSection title={t('setup.steps')} text={t('setup.stepsText')}>
      <Field label={t('setup.stepsModel')}>
        <Select
          value={setup.builtin_model_id}
          disabled={save.isPending}
          onChange={(id) => save.mutate(id)}
          items={[
            { value: NONE, label: t('setup.stepsDefault') },
            ...models.map((model) => ({ value: model.id, label: model.name })),
          ]}
        />
      </Field>
    </SettingsSection>
  )
}
