import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useNextVersion, VersionField } from '#ui/version-field.tsx'
import { type Dataset, refreshDatasets } from '../dataset.queries.ts'

/** Saves the draft as a version. */
export function NewVersionDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const t = useT('dataset')
  const choice = useNextVersion(dataset.latestVersion)
  // SemVer numbers have no leading v.
  const version = choice.version.replace(/^v/i, '')
  const [note, setNote] = useState('')
  const save = useMutation({
    mutationFn: () => api.datasetVersion.create({ datasetID: dataset.id, version, desc: note.trim() }),
    onSuccess: async () => {
      toast.ok(t('version.created', { version }))
      await refreshDatasets()
      onClose()
    },
  })
  const labels = {
    version: t('version.number'),
    patch: t('version.patch'),
    minor: t('version.minor'),
    major: t('version.major'),
    own: t('version.own'),
  }
  return (
    <FormDialog
      title={t('version.create')}
      description={t('version.text')}
      isReady={choice.isReady}
      call={save}
      action={t('version.create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <VersionField choice={choice} labels={labels} error={choice.fault && t(`version.fault.${choice.fault}`)} />
      <Field label={t('version.note')}>
        <Textarea value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
