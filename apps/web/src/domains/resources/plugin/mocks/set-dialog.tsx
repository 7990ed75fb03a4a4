import { MOCK_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { contextOf, type MockSet, refreshMocks, subjectOf, type ToolPlace } from './mock.queries.ts'

interface SetDialogProps {
  place: ToolPlace
  /** The set to rename; undefined: a new set. */
  set?: MockSet
  onClose: () => void
  onSaved?: (id: string) => void
}

export function SetDialog({ place, set, onClose, onSaved }: SetDialogProps) {
  const t = useT('mock')
  const [name, setName] = useState(set?.name ?? '')
  const [description, setDescription] = useState(set?.description ?? '')
  const save = useMutation({
    mutationFn: () =>
      api.mockSet.save({
        bizCtx: contextOf(place),
        mockSubject: subjectOf(place),
        name: name.trim(),
        description: description.trim(),
        ...(set && { id: set.id }),
      }),
    onSuccess: async ({ id }) => {
      await refreshMocks()
      onClose()
      onSaved?.(id)
    },
  })
  return (
    <FormDialog
      title={t(set ? 'set.edit' : 'set.new')}
      description={set ? undefined : t('set.text')}
      isDirty={name !== (set?.name ?? '')}
      isReady={name.trim() !== ''}
      call={save}
      action={t(set ? 'set.save' : 'set.create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('set.name')} required>
        <Input
          value={name}
          limit={MOCK_LIMITS.name}
          placeholder={t('set.name.example')}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t('set.description')}>
        <Textarea
          rows={2}
          value={description}
          limit={MOCK_LIMITS.description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
