import { FileFormat } from '@orrery/contract/shared/dataset-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { type Dataset, refreshDatasets } from '../dataset.queries.ts'
import { providerOf, type StorageKind, storagesQuery } from '../storage.queries.ts'

const formats = {
  csv: FileFormat.csv,
  jsonl: FileFormat.jsonl,
  xlsx: FileFormat.xlsx,
  parquet: FileFormat.parquet,
  zip: FileFormat.zip,
}
type Format = keyof typeof formats
const names = Object.keys(formats) as Format[]

interface StoreExportDialogProps {
  dataset: Dataset
  /** Empty: the draft. */
  versionId: string
  onStarted: () => void
  onClose: () => void
}

/** Exports the rows as a file to a file store of the space. */
export function StoreExportDialog({ dataset, versionId, onStarted, onClose }: StoreExportDialogProps) {
  const t = useT('dataset')
  const { id, spaceID } = dataset
  const storages = useQuery(storagesQuery(spaceID)).data ?? []
  const [chosen, setChosen] = useState<StorageKind | null>(null)
  const [format, setFormat] = useState<Format>('csv')
  const [path, setPath] = useState('')
  const kind = chosen ?? storages[0]?.kind ?? null
  const write = useMutation({
    mutationFn: () =>
      api.datasetIo.export({
        spaceID,
        datasetID: id,
        versionID: versionId || undefined,
        target: { file: { provider: providerOf(kind!), path: path.trim(), format: formats[format] } },
      }),
    onSuccess: async () => {
      await refreshDatasets()
      onStarted()
    },
  })
  return (
    <FormDialog
      title={t('storage.exportTitle')}
      description={t('storage.exportText')}
      isDirty={path !== ''}
      isReady={kind !== null && path.trim() !== ''}
      call={write}
      action={t('export.action')}
      onSubmit={() => write.mutate()}
      onClose={onClose}
    >
      <Field label={t('storage.store')} required>
        <Select
          label={t('storage.store')}
          value={kind}
          onChange={setChosen}
          items={storages.map((one) => ({ value: one.kind, label: t(`storage.kind.${one.kind}`) }))}
        />
      </Field>
      <Field label={t('storage.format')}>
        <Select
          label={t('storage.format')}
          value={format}
          onChange={setFormat}
          items={names.map((value) => ({ value, label: t(`jobs.format.${value}`) }))}
        />
      </Field>
      <Field label={t('storage.path')} help={t('storage.pathHelp')} required>
        <Input
          value={path}
          placeholder={t('storage.pathPlaceholder')}
          onChange={({ target }) => setPath(target.value)}
        />
      </Field>
    </FormDialog>
  )
}
