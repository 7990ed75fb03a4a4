import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type Dataset, type DatasetVersion, refreshDatasets } from '../dataset.queries.ts'

interface DescribeVersionProps {
  dataset: Dataset
  version: DatasetVersion
  onClose: () => void
}

/** Edits the note of a version; nothing else of a version can change. */
export function DescribeVersionDialog({ dataset, version, onClose }: DescribeVersionProps) {
  const t = useT('dataset')
  const [note, setNote] = useState(version.description)
  const save = useMutation({
    mutationFn: () =>
      api.datasetVersion.describe({ spaceID: dataset.spaceID, versionID: version.id, desc: note.trim() }),
    onSuccess: async () => {
      await refreshDatasets()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('version.describe', { version: version.version })}
      isDirty={note !== version.description}
      isReady
      call={save}
      action={t('version.saveNote')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('version.note')}>
        <Textarea value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
