import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Dataset, refreshDatasets, sameFormQuery } from '../dataset.queries.ts'

interface CopyDialogProps {
  dataset: Dataset
  /** Empty: the draft. */
  versionId: string
  onClose: () => void
}

/** Copies the rows of a dataset, or of one of its versions, into another dataset. Fields are matched by name. */
export function CopyDialog({ dataset, versionId, onClose }: CopyDialogProps) {
  const t = useT('dataset')
  const { id, spaceID } = dataset
  const others = useQuery(sameFormQuery(spaceID, dataset.features.repeatedData)).data?.filter((one) => one.id !== id)
  const [target, setTarget] = useState('')
  const copy = useMutation({
    mutationFn: () =>
      api.datasetIo.export({
        spaceID,
        datasetID: id,
        versionID: versionId || undefined,
        targetType: 2,
        target: { dataset: { datasetID: target } },
      }),
    onSuccess: async () => {
      toast.ok(t('copy.started', { name: others?.find((one) => one.id === target)?.name ?? '' }))
      await refreshDatasets()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('copy.title')}
      description={t('copy.text')}
      isReady={target !== ''}
      call={copy}
      action={t('copy.action')}
      onSubmit={() => copy.mutate()}
      onClose={onClose}
    >
      <Field label={t('add.dataset')} required>
        <Select
          label={t('add.dataset')}
          placeholder={t('copy.placeholder')}
          value={target || null}
          onChange={setTarget}
          items={(others ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Field>
    </FormDialog>
  )
}
