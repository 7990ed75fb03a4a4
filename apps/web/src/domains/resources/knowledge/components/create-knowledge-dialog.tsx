import { KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileText, Image, Table2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceName } from '#lib/spaces.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type BaseFormat, formatNumberOf, formats } from '../base-format.ts'
import { creatingKnowledge } from '../create-knowledge.ts'
import { refreshKnowledge } from '../knowledge.queries.ts'

const icons = { text: FileText, table: Table2, image: Image }

/** Opened from the create menu, the library and the palette. The new base is empty; the next page adds content. */
export function CreateKnowledgeDialog() {
  const t = useT('knowledge')
  const creating = creatingKnowledge.use()
  const space = creating?.space
  const spaceName = useSpaceName()
  const navigate = useNavigate()
  const { values, isDirty, text, field } = useForm<{ name: string; description: string; format: BaseFormat }>({
    name: '',
    description: '',
    format: creating?.format ?? 'text',
  })
  const name = values.name.trim()
  const close = () => creatingKnowledge.set(null)
  const create = useMutation({
    mutationFn: () =>
      api.knowledge.create({
        space_id: space!.id,
        project_id: creating?.projectId,
        name,
        description: values.description.trim(),
        format_type: formatNumberOf(values.format),
      }),
    onSuccess: ({ dataset_id: id }) => {
      void refreshKnowledge()
      close()
      if (creating?.onCreated) return creating.onCreated(id)
      return void navigate({
        to: '/space/$space_id/knowledge/$dataset_id/upload',
        params: { space_id: space!.id, dataset_id: id },
      })
    },
  })
  if (!space) return null
  const isReady = name !== '' && name.length <= KNOWLEDGE_LIMITS.name
  return (
    <FormDialog
      size="md"
      title={t('create.title')}
      description={t('create.text', { space: spaceName(space) })}
      isDirty={isDirty}
      isReady={isReady}
      call={create}
      action={t('create.action')}
      onSubmit={() => create.mutate()}
      onClose={close}
    >
      <Field label={t('create.name')} required>
        <Input {...text('name')} limit={KNOWLEDGE_LIMITS.name} placeholder={t('create.namePlaceholder')} />
      </Field>
      <Field label={t('create.format')}>
        <RadioGroup
          {...field('format')}
          label={t('create.format')}
          items={formats.map((value) => ({
            value,
            label: t(`format.${value}`),
            description: t(`format.${value}.text`),
            icon: icons[value],
          }))}
        />
      </Field>
      <Field label={t('create.description')} help={t('create.descriptionHelp')}>
        <Textarea {...text('description')} limit={500} />
      </Field>
    </FormDialog>
  )
}
