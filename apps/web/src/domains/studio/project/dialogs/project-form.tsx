import { PROJECT_LIMITS } from '@orrery/contract/shared/project-enums'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { createUpload } from '#lib/upload.ts'
import { uploadErrorText } from '#lib/upload-error.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { Field } from '#ui/field.tsx'
import { ImageUpload } from '#ui/image-upload.tsx'
import { Input } from '#ui/input.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Textarea } from '#ui/textarea.tsx'

/** Form values of a project. */
export interface ProjectForm {
  name: string
  description: string
  icon: StoredFile | null
}
export const emptyProject: ProjectForm = { name: '', description: '', icon: null }

export const isReadyProject = ({ name, description }: ProjectForm): boolean =>
  name.trim() !== '' &&
  visibleLength(name.trim()) <= PROJECT_LIMITS.name &&
  visibleLength(description) <= PROJECT_LIMITS.description

interface ProjectFieldsProps {
  /** Determines the colour of the placeholder while there is no picture. */
  id: string
  form: ProjectForm
  onChange: (form: ProjectForm) => void
  /** Why the server rejected the name or the description. */
  refusal?: string
}

export function ProjectFields({ id, form, onChange, refusal }: ProjectFieldsProps) {
  const t = useT('project')
  const upload = async (file: File) => {
    const { result, error } = await createUpload<StoredFile>({ file, biz: 'bot_icon' }).start()
    if (!result) throw new Error(error && uploadErrorText(error))
    onChange({ ...form, icon: result })
  }
  const refused = refusal === undefined ? undefined : readFieldError(refusal)
  const isAboutText = refused?.field === 'description'
  const isLong = visibleLength(form.name.trim()) > PROJECT_LIMITS.name
  return (
    <>
      <Field label={t('name')} required error={(isLong && t('form.long')) || (!isAboutText && refused?.text)}>
        <Input
          value={form.name}
          limit={PROJECT_LIMITS.name}
          placeholder={t('form.namePlaceholder')}
          autoComplete="off"
          onChange={(event) => onChange({ ...form, name: event.target.value })}
        />
      </Field>
      <Field label={t('form.description')} help={t('form.descriptionHelp')} error={isAboutText && refused.text}>
        <Textarea
          value={form.description}
          limit={PROJECT_LIMITS.description}
          onChange={(event) => onChange({ ...form, description: event.target.value })}
        />
      </Field>
      <Field label={t('form.icon')}>
        <ImageUpload onUpload={upload} label={t('form.upload')}>
          <PictureTile id={id} kind="project" src={form.icon?.url} size={64} />
        </ImageUpload>
      </Field>
    </>
  )
}
