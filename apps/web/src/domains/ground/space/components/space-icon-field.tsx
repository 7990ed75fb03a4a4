import { useT } from '#lib/i18n.ts'
import { createUpload } from '#lib/upload.ts'
import { uploadErrorText } from '#lib/upload-error.ts'
import { Field } from '#ui/field.tsx'
import { ImageUpload } from '#ui/image-upload.tsx'
import { SpaceTile } from '#ui/space-tile.tsx'

/** The upload kind of space pictures; the field is shown once a domain registers it. */
export const spaceIconKind = 'space_icon'

export interface StoredIcon {
  uri: string
  url: string
}

interface SpaceIconFieldProps {
  /** The id of the space, which determines its colour; a new one has none yet. */
  id?: string
  name: string
  icon: StoredIcon | null
  onChange: (icon: StoredIcon) => void
}

export function SpaceIconField({ id, name, icon, onChange }: SpaceIconFieldProps) {
  const t = useT('shell')
  const store = async (file: File) => {
    const { result, error } = await createUpload<StoredIcon>({ file, biz: spaceIconKind }).start()
    if (!result) throw new Error(error && uploadErrorText(error))
    onChange(result)
  }
  return (
    <Field label={t('team.icon')} help={t('team.iconHelp')}>
      <ImageUpload onUpload={store} label={t('team.iconUpload')}>
        <SpaceTile id={id ?? name} name={name} src={icon?.url} size={64} className="rounded-lg" />
      </ImageUpload>
    </Field>
  )
}
