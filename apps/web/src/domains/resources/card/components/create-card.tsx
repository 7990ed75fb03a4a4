import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { templatesQuery } from '../card.queries.ts'
import { createdCard } from '../created-card.ts'

const blank = 'blank'

/** Creates a card with a name and an initial design, then opens its editor. */
export function CreateCard() {
  const t = useT('card')
  const navigate = useNavigate()
  const created = createdCard.use()
  const { values, text, field, isDirty } = useForm({ name: '', template: blank })
  const templates = useQuery({ ...templatesQuery(created?.spaceId ?? ''), enabled: created !== null }).data ?? []
  const create = useMutation({
    mutationFn: async (spaceId: string) => {
      const { card_id } = await api.cards.create({ space_id: spaceId, name: values.name })
      const template = templates.find(({ id }) => id === values.template)
      if (template) {
        const { version } = await api.cardBuilder.draft({ card_id })
        await api.cardBuilder.save({ card_id, version, design: template.design })
      }
      return { space_id: spaceId, card_id }
    },
    onSuccess: async (params) => {
      createdCard.set(null)
      void queryClient.invalidateQueries({ queryKey: ['library'] })
      await navigate({ to: '/space/$space_id/card/$card_id', params })
    },
  })
  if (!created) return null
  return (
    <FormDialog
      title={t('create.title')}
      isDirty={isDirty}
      isReady={values.name.trim() !== ''}
      call={create}
      action={t('create')}
      onSubmit={() => create.mutate(created.spaceId)}
      onClose={() => createdCard.set(null)}
    >
      <Field label={t('name')} required>
        <Input {...text('name')} limit={60} />
      </Field>
      <Field label={t('create.from')}>
        <Select
          items={[
            { value: blank, label: t('create.blank') },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...field('template')}
        />
      </Field>
    </FormDialog>
  )
}
