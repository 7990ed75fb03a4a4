import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { FillForm } from '../fill-form.ts'

interface PromptChoiceProps {
  spaceId: string
  form: FillForm
  onChange: (change: Partial<FillForm>) => void
}
const many = 100

/** Selects a prompt of the space and its version, instead of a text entered here. */
export function PromptChoice({ spaceId, form, onChange }: PromptChoiceProps) {
  const t = useT('dataset')
  const prompts = useQuery({
    queryKey: ['dataset', 'prompts', spaceId],
    queryFn: async ({ signal }) =>
      (await api.promptManage.list({ space_id: spaceId, page: 1, page_size: many }, { signal })).prompts,
  })
  const versions = useQuery({
    queryKey: ['dataset', 'prompt-versions', form.promptId],
    enabled: form.promptId !== '',
    queryFn: async ({ signal }) =>
      (await api.promptManage.versions({ prompt_id: form.promptId, page_size: many }, { signal })).prompts,
  })
  return (
    <>
      <Field label={t('fill.stored')} help={t('fill.storedHelp')}>
        <Select
          label={t('fill.stored')}
          value={form.promptId}
          onChange={(promptId) => onChange({ promptId, promptVersion: '' })}
          items={[
            { value: '', label: t('fill.ownText') },
            ...(prompts.data ?? []).map(({ id, display_name: label }) => ({ value: id, label })),
          ]}
        />
      </Field>
      {form.promptId !== '' && (
        <Field label={t('fill.version')}>
          <Select
            label={t('fill.version')}
            value={form.promptVersion}
            onChange={(promptVersion) => onChange({ promptVersion })}
            items={[
              { value: '', label: t('fill.newest') },
              ...(versions.data ?? []).map(({ version }) => ({ value: version, label: version })),
            ]}
          />
        </Field>
      )}
    </>
  )
}
