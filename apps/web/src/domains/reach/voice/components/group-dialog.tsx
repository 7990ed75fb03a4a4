import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type Group, refreshPrints } from '../voice.queries.ts'

interface GroupDialogProps {
  /** Undefined: a new group. */
  group: Group | undefined
  onClose: () => void
}

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const t = useT('voice')
  const { values, text, isDirty } = useForm({ name: group?.name ?? '', desc: group?.desc ?? '' })
  const name = values.name.trim()
  const call = useMutation({
    mutationFn: async () => {
      const input = { name, desc: values.desc }
      await (group ? api.voiceprint.updateGroup({ ...input, group_id: group.id }) : api.voiceprint.createGroup(input))
    },
    onSuccess: async () => {
      await refreshPrints()
      onClose()
    },
  })
  return (
    <FormDialog
      title={group ? t('group.edit', { name: group.name }) : t('group.add')}
      isDirty={isDirty}
      isReady={name !== ''}
      call={call}
      action={group ? t('save') : t('group.add')}
      onSubmit={() => call.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input {...text('name')} maxLength={20} />
      </Field>
      <Field label={t('desc')}>
        <Textarea {...text('desc')} maxLength={500} />
      </Field>
    </FormDialog>
  )
}
