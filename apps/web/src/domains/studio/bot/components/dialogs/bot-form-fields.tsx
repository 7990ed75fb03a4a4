import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { useMutation } from '@tanstack/react-query'
import { WandSparkles } from 'lucide-react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { createUpload } from '#lib/upload.ts'
import { uploadErrorText } from '#lib/upload-error.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { ImageUpload } from '#ui/image-upload.tsx'
import { Input } from '#ui/input.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { BotForm } from '../../create/bot-form.ts'

interface BotFormFieldsProps {
  /** The space whose models can draw an icon. */
  spaceId: string
  /** Determines the colour of the placeholder while there is no picture. */
  id: string
  form: BotForm
  onChange: (change: Partial<BotForm>) => void
  /** Why the server rejected the name or the description. */
  refusal?: string
}

export function BotFormFields({ spaceId, id, form, onChange, refusal }: BotFormFieldsProps) {
  const t = useT('bot')
  const draw = useMutation({
    mutationFn: () =>
      api.bot.generateIcon({ space_id: spaceId, bot_name: form.name.trim(), description: form.target.trim() }),
    onSuccess: (drawn) => onChange({ icon: { uri: drawn.icon_uri, url: drawn.icon_url } }),
  })
  const upload = async (file: File) => {
    const { result, error } = await createUpload<StoredFile>({ file, biz: 'bot_icon' }).start()
    if (!result) throw new Error(error && uploadErrorText(error))
    onChange({ icon: result })
  }
  const refused = refusal === undefined ? undefined : readFieldError(refusal)
  const isAboutText = refused?.field === 'description'
  const isLong = visibleLength(form.name.trim()) > BOT_LIMITS.name
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('form.name')} required error={(isLong && t('form.name.long')) || (!isAboutText && refused?.text)}>
        <Input
          value={form.name}
          limit={BOT_LIMITS.name}
          placeholder={t('form.name.placeholder')}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={t('form.target')} help={t('form.target.help')} error={isAboutText && refused.text}>
        <Textarea
          value={form.target}
          limit={BOT_LIMITS.description}
          placeholder={t('form.target.placeholder')}
          onChange={(event) => onChange({ target: event.target.value })}
        />
      </Field>
      <Field label={t('form.icon')}>
        <div className="flex items-center gap-3">
          <ImageUpload onUpload={upload} label={t('form.icon.upload')}>
            <PictureTile id={id} kind="bot" src={form.icon?.url} size={64} />
          </ImageUpload>
          <Button
            size="sm"
            icon={WandSparkles}
            busy={draw.isPending}
            disabled={form.name.trim() === ''}
            className="ml-auto"
            onClick={() => draw.mutate()}
          >
            {t('form.icon.draw')}
          </Button>
        </div>
      </Field>
      {draw.error && <ErrorPanel error={draw.error} />}
    </div>
  )
}
