import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshVoices, type Voice } from '../voice.queries.ts'
import { SoundInput } from './sound-input.tsx'

const RATE = 24_000
const languages = ['en', 'zh'] as const
type Spoken = (typeof languages)[number]

interface CloneForm {
  name: string
  language: Spoken
  sound: File | undefined
  isAgreed: boolean
}
interface CloneDialogProps {
  spaceId: string
  /** Undefined: a new voice. */
  voice: Voice | undefined
  onClose: () => void
}

/** Clones a voice from a recording of a given text. The server checks what was read; the provider trains the voice. */
export function CloneDialog({ spaceId, voice, onClose }: CloneDialogProps) {
  const t = useT('voice')
  const { values, set, text, field, isDirty } = useForm<CloneForm>({
    name: voice?.voice_name ?? '',
    language: voice?.language_code === 'zh' ? 'zh' : 'en',
    sound: undefined,
    isAgreed: false,
  })
  const { name, language, sound, isAgreed } = values
  // The text is in the language of the voice, not of the page.
  const toRead = t(`clone.read.${language}`)
  const call = useMutation({
    mutationFn: () =>
      api.clonedVoice.clone({
        space_id: spaceId,
        voice_id: voice?.voice_id,
        voice_name: name.trim(),
        language,
        file: sound!,
        audio_format: 'wav',
        text: toRead,
        preview_text: toRead,
      }),
    onSuccess: async () => {
      await refreshVoices()
      toast.ok(t('clone.done', { name: name.trim() }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={voice ? t('clone.again', { name: voice.voice_name }) : t('clone')}
      description={t('clone.text')}
      isDirty={isDirty}
      isReady={name.trim() !== '' && sound !== undefined && isAgreed}
      call={call}
      action={voice ? t('clone.train') : t('clone')}
      onSubmit={() => call.mutate()}
      onClose={onClose}
    >
      {!voice && (
        <>
          <Field label={t('name')} required>
            <Input {...text('name')} maxLength={50} />
          </Field>
          <Field label={t('language')}>
            <Select
              items={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
              {...field('language')}
            />
          </Field>
        </>
      )}
      <section aria-label={t('clone.read')} className="flex flex-col gap-1">
        <h3 className="text-small font-medium">{t('clone.read')}</h3>
        <p lang={language} data-words="given" className="rounded-md bg-hover p-3">
          {toRead}
        </p>
      </section>
      <SoundInput value={sound} rate={RATE} onChange={(next) => set({ sound: next })} />
      <Checkbox checked={isAgreed} onChange={(next) => set({ isAgreed: next })}>
        {t('clone.consent')}
      </Checkbox>
    </FormDialog>
  )
}
