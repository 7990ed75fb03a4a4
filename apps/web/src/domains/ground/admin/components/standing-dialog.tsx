import { USER_LABEL_LIMIT } from '@orrery/contract/shared/limits'
import { levelFactor, UserLevel } from '@orrery/contract/shared/user-levels'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { type InstanceUser, refreshUsers } from '../admin.queries.ts'

const levels = Object.values(UserLevel)

/** What the owner gives to a person: a label beside their name, and higher limits. */
export function StandingDialog({ user, onClose }: { user: InstanceUser; onClose: () => void }) {
  const t = useT('admin')
  const account = useT('account')
  const [label, setLabel] = useState(user.label)
  const [level, setLevel] = useState(user.level)
  const save = useMutation({
    mutationFn: () => api.instance.setStanding({ user_id: user.id, label: label.trim(), level }),
    onSuccess: async () => {
      await refreshUsers()
      toast.ok(t('standing.saved', { name: user.name }))
      onClose()
    },
  })
  const isChanged = label.trim() !== user.label || level !== user.level
  return (
    <FormDialog
      title={t('standing.title', { name: user.name })}
      description={t('standing.text')}
      isDirty={isChanged}
      isReady={isChanged && visibleLength(label.trim()) <= USER_LABEL_LIMIT}
      call={save}
      action={t('standing.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('standing.label')} help={t('standing.labelHelp')}>
        <Input
          value={label}
          limit={USER_LABEL_LIMIT}
          placeholder={t('standing.labelPlaceholder')}
          autoComplete="off"
          onChange={(event) => setLabel(event.target.value)}
        />
      </Field>
      <Field label={t('standing.level')} help={t('standing.levelHelp')}>
        <Select
          items={levels.map((value) => ({
            value: String(value),
            label: account(`level.${value}`),
            description: t('standing.times', { count: levelFactor(value) }),
          }))}
          value={String(level)}
          onChange={(value) => setLevel(Number(value) as UserLevel)}
        />
      </Field>
    </FormDialog>
  )
}
