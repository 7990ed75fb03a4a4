import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'

interface NameDialogProps {
  title: string
  name: string
  action: string
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a new or existing resource. */
export function NameDialog({ title, name: first, action, onSave, onClose }: NameDialogProps) {
  const t = useT('project')
  const [name, setName] = useState(first)
  const save = useMutation({ mutationFn: () => onSave(name.trim()), onSuccess: onClose })
  return (
    <FormDialog
      title={title}
      isDirty={name !== first}
      isReady={name.trim() !== '' && name.trim() !== first}
      call={save}
      action={action}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
