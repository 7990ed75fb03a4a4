import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useNextVersion, VersionField } from '#ui/version-field.tsx'

interface PublishDialogProps {
  cardId: string
  last: string
  /** Saves pending changes. */
  flush: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Publishes the draft as a version that bots show. */
export function PublishDialog({ cardId, last, flush, onDone, onClose }: PublishDialogProps) {
  const t = useT('card')
  const choice = useNextVersion(last, last ? 'patch' : 'major')
  const [description, setDescription] = useState('')
  const publish = useMutation({
    mutationFn: async () => {
      await flush()
      return api.cardBuilder.publish({ card_id: cardId, version_name: choice.version, description })
    },
    onSuccess: onDone,
  })
  return (
    <FormDialog
      title={t('publish.title')}
      description={t('publish.text')}
      isReady={choice.isReady}
      isDirty={description !== ''}
      call={publish}
      action={t('publish')}
      onSubmit={() => publish.mutate()}
      onClose={onClose}
    >
      <VersionField
        choice={choice}
        error={choice.fault && t(`publish.fault.${choice.fault}`)}
        labels={{
          version: t('publish.version'),
          patch: t('publish.patch'),
          minor: t('publish.minor'),
          major: t('publish.major'),
          own: t('publish.own'),
        }}
      />
      <Field label={t('publish.notes')}>
        <Textarea value={description} limit={800} onChange={({ target }) => setDescription(target.value)} />
      </Field>
    </FormDialog>
  )
}
