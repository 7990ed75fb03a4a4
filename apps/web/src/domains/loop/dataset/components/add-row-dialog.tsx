import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addingToDataset, type OfferedRow } from '#lib/add-to-dataset.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { readStored, writeStored } from '#lib/local-store.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Dataset, refreshDatasets, singleTurnQuery } from '../dataset.queries.ts'
import { guessFields } from '../row-guess.ts'

const none = ''

/** Adds a row with content from a chat or a run to a dataset. */
export function AddRowDialog() {
  const offered = addingToDataset.use()
  return offered && <Content key={offered.spaceId} offered={offered} />
}

function Content({ offered }: { offered: OfferedRow }) {
  const t = useT('dataset')
  const { data: datasets } = useQuery(singleTurnQuery(offered.spaceId))
  const key = (id: string) => `dataset.fields.${offered.from}.${id}`
  const [chosen, setChosen] = useState(() => readStored(`dataset.last.${offered.from}`, ''))
  const dataset = datasets?.find(({ id }) => id === chosen) ?? datasets?.[0]
  const [changed, setChanged] = useState<Record<string, string>>({})
  const first = dataset ? guessFields(offered.values, dataset.schema.fields, readStored(key(dataset.id), {})) : {}
  const fieldOf = (name: string) => changed[name] ?? first[name] ?? none
  const used = offered.values.filter(({ name }) => fieldOf(name) !== none)
  const isDouble = new Set(used.map(({ name }) => fieldOf(name))).size !== used.length
  const close = () => addingToDataset.set(null)
  const add = useMutation({
    mutationFn: async (to: Dataset) => {
      const data = used.map(({ name, text }) => ({ key: fieldOf(name), content: text }))
      await api.datasetItem.change({ datasetID: to.id, add: [{ data, traceID: offered.traceId }] })
    },
    onSuccess: (_, to) => {
      writeStored(`dataset.last.${offered.from}`, to.id)
      writeStored(key(to.id), Object.fromEntries(offered.values.map(({ name }) => [name, fieldOf(name)])))
      toast.ok(t('add.done', { name: to.name }))
      void refreshDatasets()
      close()
    },
  })
  const fields = dataset?.schema.fields.filter(({ status }) => status === 1) ?? []
  return (
    <FormDialog
      size="md"
      title={t('add.title')}
      description={datasets?.length === 0 ? t('add.none') : t('add.text')}
      isReady={dataset !== undefined && used.length > 0 && !isDouble}
      call={add}
      action={t('add.action')}
      onSubmit={() => dataset && add.mutate(dataset)}
      onClose={close}
    >
      {dataset && (
        <>
          <Field label={t('add.dataset')}>
            <Select
              value={dataset.id}
              onChange={(id) => {
                setChosen(id)
                setChanged({})
              }}
              items={datasets!.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          {offered.values.map(({ name, text }) => (
            <Field key={name} label={name} help={<span className="line-clamp-2 wrap-anywhere">{text}</span>}>
              <Select
                value={fieldOf(name)}
                onChange={(next) => setChanged({ ...changed, [name]: next })}
                items={[
                  { value: none, label: t('import.leaveOut') },
                  ...fields.map((field) => ({ value: field.key, label: field.name })),
                ]}
              />
            </Field>
          ))}
          {isDouble && <p className="text-small text-err">{t('add.double')}</p>}
        </>
      )}
    </FormDialog>
  )
}
