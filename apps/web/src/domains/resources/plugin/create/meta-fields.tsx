import { PLUGIN_LIMITS } from '@orrery/contract/shared/plugin-enums'
import { useT } from '#lib/i18n.ts'
import { ownIcon } from '#lib/own-icon.ts'
import { createUpload } from '#lib/upload.ts'
import { uploadErrorText } from '#lib/upload-error.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { Field } from '#ui/field.tsx'
import { ImageUpload } from '#ui/image-upload.tsx'
import { Input } from '#ui/input.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { PluginForm } from '../plugin-form.ts'

export interface FormPartProps {
  form: PluginForm
  onChange: (change: Partial<PluginForm>) => void
}

/** Name, description and icon of a plugin. */
export function MetaFields({ form, onChange }: FormPartProps) {
  const t = useT('plugin')
  const upload = async (file: File) => {
    const { result, error } = await createUpload<StoredFile>({ file, biz: 'plugin_icon' }).start()
    if (!result) throw new Error(error && uploadErrorText(error))
    onChange({ icon: result })
  }
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('form.name')} required>
        <Input
          value={form.name}
          limit={PLUGIN_LIMITS.name}
          placeholder={t('form.name.placeholder')}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={t('form.desc')} help={t('form.desc.help')}>
        <Textarea
          value={form.desc}
          limit={PLUGIN_LIMITS.description}
          rows={2}
          onChange={(event) => onChange({ desc: event.target.value })}
        />
      </Field>
      <Field label={t('form.icon')}>
        <ImageUpload onUpload={upload} label={t('form.icon.upload')}>
          <PictureTile id="plugin" kind="plugin" src={ownIcon(form.icon.url)} size={64} />
        </ImageUpload>
      </Field>
    </div>
  )
}
