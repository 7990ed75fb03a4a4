import type { Space } from '@orrery/contract'
import { SPACE_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { passed } from '#lib/content-refusal.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceName } from '#lib/spaces.ts'
import { visibleLength } from '#lib/text-length.ts'
import { uploadKinds } from '#lib/upload.ts'
import { SpaceIconField, spaceIconKind, type StoredIcon } from './space-icon-field.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { isTeam } from '../member-rights.ts'
import { refreshSpace } from '../space.queries.ts'

export function SpaceForm({ space, readOnly }: { space: Space; readOnly: boolean }) {
  const t = useT('space')
  const shownName = useSpaceName()(space)
  const [name, setName] = useState(space.name)
  const [description, setDescription] = useState(space.description)
  const [isHidden, setHidden] = useState(space.hide_operation)
  const [icon, setIcon] = useState<StoredIcon | null>(null)
  const canUpload = uploadKinds.use().some((kind) => kind.id === spaceIconKind)
  const save = useMutation({
    mutationFn: async () =>
      passed(
        await api.space.update({
          space_id: space.id,
          name: name.trim(),
          description: description.trim(),
          icon_uri: icon?.uri,
          ...(isTeam(space) && { hide_operation: isHidden }),
        }),
      ),
    onSuccess: async () => {
      await refreshSpace(space.id)
      setIcon(null)
      toast.ok(t('settings.saved'))
    },
  })
  const refused = save.error ? readFieldError(save.error) : null
  const isChanged =
    name.trim() !== space.name ||
    description.trim() !== space.description ||
    isHidden !== space.hide_operation ||
    icon !== null
  const isReady =
    isChanged &&
    name.trim() !== '' &&
    visibleLength(name.trim()) <= SPACE_LIMITS.name &&
    visibleLength(description) <= SPACE_LIMITS.description
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !save.isPending && !readOnly) save.mutate()
  }
  const current = icon ?? (space.icon_url ? { uri: '', url: space.icon_url } : null)
  return (
    <form noValidate onSubmit={submit} className="flex max-w-140 flex-col gap-4">
      {canUpload && !readOnly && <SpaceIconField id={space.id} name={shownName} icon={current} onChange={setIcon} />}
      {isTeam(space) ? (
        <Field
          label={t('settings.name')}
          required={!readOnly}
          disabled={readOnly}
          error={name.trim() === '' ? t('settings.nameEmpty') : refused?.field === 'name' && refused.text}
        >
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            limit={SPACE_LIMITS.name}
            autoComplete="off"
          />
        </Field>
      ) : (
        <Field label={t('settings.name')} help={t('personal.nameText')} disabled>
          <Input value={shownName} readOnly />
        </Field>
      )}
      <Field
        label={t('settings.description')}
        disabled={readOnly}
        error={refused?.field === 'description' && refused.text}
      >
        <Textarea
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          placeholder={t('settings.descriptionPlaceholder')}
          limit={SPACE_LIMITS.description}
          disabled={readOnly}
        />
      </Field>
      {isTeam(space) && (
        <Checkbox checked={isHidden} disabled={readOnly} onChange={setHidden}>
          <span className="block">{t('settings.hide')}</span>
          <span className="block text-small text-mute">{t('settings.hideText')}</span>
        </Checkbox>
      )}
      {refused && refused.field === null && <ErrorPanel error={save.error} />}
      {!readOnly && (
        <div className="flex gap-2">
          <Button type="submit" kind="solid" disabled={!isReady} busy={save.isPending}>
            {t('settings.save')}
          </Button>
        </div>
      )}
    </form>
  )
}
