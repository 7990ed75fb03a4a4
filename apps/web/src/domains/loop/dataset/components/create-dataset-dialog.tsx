import { DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceName } from '#lib/spaces.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { categoryKeys } from '../categories.ts'
import { creatingDataset } from '../create-dataset.ts'
import { type Category, publicQuery, refreshDatasets } from '../dataset.queries.ts'
import { areReady, emptyField, fromDrafts } from '../field-form.ts'
import { fieldsOf, templates } from '../templates.ts'
import { FieldTable } from './field-table.tsx'

/** Opened from the list, the create menu and the palette. */
export function CreateDatasetDialog() {
  const t = useT('dataset')
  const creating = creatingDataset.use()
  const space = creating?.space
  const spaceName = useSpaceName()
  const navigate = useNavigate()
  const { data: shared = [] } = useQuery(publicQuery)
  const { values, isDirty, text, field, set } = useForm(() => ({
    /** Empty, the name of a template, or the id of a dataset to copy. */
    from: '',
    name: '',
    description: '',
    category: DatasetCategory.evaluation as Category,
    turns: 'single' as 'single' | 'multi',
    fields: [emptyField('input'), emptyField('reference_output')],
  }))
  const close = () => creatingDataset.set(null)
  const copied = shared.find(({ id }) => id === values.from)
  function begin(from: string) {
    const template = templates.find(({ id }) => id === from)
    if (!template) return set({ from })
    return set({ from, category: template.category, turns: template.turns, fields: fieldsOf(template) })
  }
  const create = useMutation({
    mutationFn: () => {
      const { name, description, category } = values
      if (copied)
        return api.datasetIo.createWithImport({
          spaceID: space!.id,
          sourceType: 2,
          source: { dataset: { datasetID: copied.id } },
          targetDatasetName: name.trim(),
          targetDatasetDesc: description.trim(),
          category,
        })
      return api.dataset.create({
        spaceID: space!.id,
        name: name.trim(),
        description: description.trim(),
        category,
        fields: fromDrafts(values.fields),
        features: { editSchema: true, repeatedData: values.turns === 'multi' },
      })
    },
    onSuccess: ({ datasetID }) => {
      void refreshDatasets()
      close()
      if (creating?.onCreated) return creating.onCreated(datasetID)
      return void navigate({
        to: '/space/$space_id/evaluate/datasets/$dataset_id',
        params: { space_id: space!.id, dataset_id: datasetID },
      })
    },
  })
  if (!space) return null
  return (
    <FormDialog
      size="lg"
      title={t('create.title')}
      description={t('create.text', { space: spaceName(space) })}
      isDirty={isDirty}
      isReady={values.name.trim() !== '' && (copied !== undefined || areReady(values.fields))}
      call={create}
      action={t('create.action')}
      onSubmit={() => create.mutate()}
      onClose={close}
    >
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={t('create.name')} required>
          <Input {...text('name')} />
        </Field>
        <Field label={t('create.description')}>
          <Input {...text('description')} />
        </Field>
      </div>
      <Field label={t('template.label')} help={copied ? t('template.copyText', { space: copied.name }) : undefined}>
        <Select
          label={t('template.label')}
          value={values.from}
          onChange={begin}
          items={[
            { value: '', label: t('template.none') },
            ...templates.map(({ id }) => ({ value: id as string, label: t(`template.${id}`) })),
            ...shared.map(({ id, name }) => ({ value: id, label: t('template.copyOf', { name }) })),
          ]}
        />
      </Field>
      <Field label={t('category.label')} help={t(`category.${categoryKeys[values.category]}Text`)}>
        <Segmented
          label={t('category.label')}
          value={String(values.category) as `${Category}`}
          onChange={(value) => field('category').onChange(Number(value) as Category)}
          items={([1, 2, 3, 4] as const).map((category) => ({
            value: `${category}` as const,
            label: t(`category.${categoryKeys[category]}`),
          }))}
        />
      </Field>
      {!copied && (
        <>
          <Field label={t('turns.label')} help={t(`turns.${values.turns}Text`)}>
            <Segmented
              label={t('turns.label')}
              value={values.turns}
              onChange={field('turns').onChange}
              items={[
                { value: 'single', label: t('turns.single') },
                { value: 'multi', label: t('turns.multi') },
              ]}
            />
          </Field>
          <section aria-label={t('fields.label')}>
            <h3 className="mb-1 font-medium">{t('fields.label')}</h3>
            <FieldTable spaceId={space.id} fields={values.fields} onChange={field('fields').onChange} />
          </section>
        </>
      )}
    </FormDialog>
  )
}
