import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { contextOf, type MockSet, refreshMocks, subjectOf, type ToolPlace } from './mock.queries.ts'

interface SetDialogProps {
  place: ToolPlace
  /** One to rename; without it a new one is made. */
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(set ? 'set.edit' : 'set.new')}
      description={set ? undefined : t('set.text')}
      keepOnOutsidePress={name !== (set?.name ?? '')}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !save.isPending) save.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={name.trim() === ''} busy={save.isPending}>
            {t(set ? 'set.save' : 'set.create')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('set.name')} required>
          <Input
            value={name}
            limit={60}
            placeholder={t('set.name.example')}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('set.description')}>
          <Textarea
            rows={2}
            value={description}
            limit={2000}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        {save.error && <ErrorPanel error={save.error} />}
      </div>
    </Dialog>
  )
}
