import { SPACE_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { passed } from '#lib/content-refusal.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { spacesQuery } from '#lib/spaces.ts'
import { visibleLength } from '#lib/text-length.ts'
import { uploadKinds } from '#lib/upload.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { createTeam } from './create-team.ts'
import { SpaceIconField, spaceIconKind, type StoredIcon } from '#domains/ground/space/components/space-icon-field.tsx'

export function CreateTeamDialog() {
  const t = useT('shell')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [icon, setIcon] = useState<StoredIcon | null>(null)
  const canUpload = uploadKinds.use().some((kind) => kind.id === spaceIconKind)
  const isReady =
    name.trim() !== '' &&
    visibleLength(name.trim()) <= SPACE_LIMITS.name &&
    visibleLength(description) <= SPACE_LIMITS.description

  const make = useMutation({
    mutationFn: async () =>
      passed(await api.space.create({ name: name.trim(), description, icon_uri: icon?.uri ?? '' })),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: spacesQuery.queryKey })
      createTeam.set(false)
      toast.ok(t('team.created'))
      await navigate({ to: '/space/$space_id/develop', params: { space_id: id } })
    },
  })
  const refused = make.error ? readFieldError(make.error) : null
  return (
    <FormDialog
      size="md"
      title={t('team.title')}
      description={t('team.text')}
      isDirty={name !== '' || description !== ''}
      isReady={isReady}
      call={make}
      error={refused?.field ? null : make.error}
      action={t('team.create')}
      onSubmit={() => make.mutate()}
      onClose={() => createTeam.set(false)}
    >
      <Field label={t('team.name')} required error={refused?.field === 'name' && refused.text}>
        <Input
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder={t('team.namePlaceholder')}
          limit={SPACE_LIMITS.name}
          autoComplete="off"
        />
      </Field>
      <Field label={t('team.description')} error={refused?.field === 'description' && refused.text}>
        <Textarea
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          placeholder={t('team.descriptionPlaceholder')}
          limit={SPACE_LIMITS.description}
        />
      </Field>
      {canUpload && <SpaceIconField name={name} icon={icon} onChange={setIcon} />}
    </FormDialog>
  )
}
