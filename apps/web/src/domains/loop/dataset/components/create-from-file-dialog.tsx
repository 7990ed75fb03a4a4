import { DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Steps } from '#ui/steps.tsx'
import { categoryKeys } from '../categories.ts'
import { type Category, refreshDatasets } from '../dataset.queries.ts'
import { areReady, emptyField, type FieldDraft, fromDrafts } from '../field-form.ts'
import { kindOf } from '../field-types.ts'
import { FieldTable } from './field-table.tsx'
import { FileStep, type OpenedFile } from './file-step.tsx'

interface CreateFromFileProps {
  spaceId: string
  onClose: () => void
}
/** The field for a column of the file. Its id remains the name of the column when the field is renamed. */
const fieldFor = (column: OpenedFile['seen']['fields'][number]): FieldDraft => ({
  ...emptyField(column.name),
  id: column.name,
  type: kindOf(column),
})

/** Creates a dataset whose fields are the columns of a file, and imports the rows. */
export function CreateFromFileDialog({ spaceId, onClose }: CreateFromFileProps) {
  const t = useT('dataset')
  const navigate = useNavigate()
  const [opened, setOpened] = useState<OpenedFile | null>(null)
  const [name, setName] = useState('')
  const [category, setCategory] = useState<Category>(DatasetCategory.evaluation)
  const [fields, setFields] = useState<FieldDraft[]>([])
  const create = useMutation({
    mutationFn: () =>
      api.datasetIo.createWithImport({
        spaceID: spaceId,
        source: { file: opened!.file },
        targetDatasetName: name.trim(),
        category,
        fields: fromDrafts(fields),
        fieldMappings: fields
          .filter(({ id }) => opened!.seen.fields.some((column) => column.name === id))
          .map((field) => ({ source: field.id, target: field.name.trim() })),
      }),
    onSuccess: async ({ datasetID }) => {
      await refreshDatasets()
      await navigate({
        to: '/space/$space_id/evaluate/datasets/$dataset_id',
        params: { space_id: spaceId, dataset_id: datasetID },
        search: { tab: 'jobs' },
      })
    },
  })
  const begin = (next: OpenedFile) => {
    setOpened(next)
    setName(next.name.replace(/\.\w+$/, ''))
    setFields(next.seen.fields.map(fieldFor))
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('fromFile.title')}
      description={t('fromFile.text')}
      keepOnOutsidePress={opened !== null}
      footer={
        <>
          <Button onClick={opened ? () => setOpened(null) : onClose}>
            {opened ? t('import.back') : t('import.cancel')}
          </Button>
          {opened && (
            <Button
              kind="solid"
              disabled={name.trim() === '' || !areReady(fields)}
              busy={create.isPending}
              onClick={() => create.mutate()}
            >
              {t('create.action')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Steps names={[t('import.step.file'), t('fields.label')]} now={opened ? 1 : 0} />
        {opened ? (
          <>
            <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
              <Field label={t('create.name')} required>
                <Input value={name} onChange={(event) => setName(event.target.value)} />
              </Field>
              <Field label={t('category.label')}>
                <Select
                  value={`${category}`}
                  onChange={(value) => setCategory(Number(value) as Category)}
                  items={([1, 2, 3, 4] as const).map((value) => ({
                    value: `${value}`,
                    label: t(`category.${categoryKeys[value]}`),
                  }))}
                />
              </Field>
            </div>
            <FieldTable spaceId={spaceId} fields={fields} onChange={setFields} />
            {create.error && <ErrorPanel error={create.error} />}
          </>
        ) : (
          <FileStep spaceId={spaceId} onOpened={begin} />
        )}
      </div>
    </Dialog>
  )
}
