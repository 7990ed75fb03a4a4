import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { refreshPrints } from '../voice.queries.ts'
import { SoundInput } from './sound-input.tsx'

export const PRINT_RATE = 16_000
interface PrintForm {
  name: string
  sound: File | undefined
  isAgreed: boolean
}

/** Adds a person to a group with a recording of their voice. */
export function PrintDialog({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const t = useT('voice')
  const { values, set, text, isDirty } = useForm<PrintForm>({ name: '', sound: undefined, isAgreed: false })
  const { sound, isAgreed } = values
  const name = values.name.trim()
  const call = useMutation({
    mutationFn: () => api.voiceprint.createFeature({ group_id: groupId, name, file: sound! }),
    onSuccess: async () => {
      await refreshPrints()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('print.add')}
      description={t('print.text')}
      isDirty={isDirty}
      isReady={name !== '' && sound !== undefined && isAgreed}
      call={call}
      action={t('print.add')}
      onSubmit={() => call.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input {...text('name')} maxLength={20} />
      </Field>
      <SoundInput value={sound} rate={PRINT_RATE} onChange={(next) => set({ sound: next })} />
      <Checkbox checked={isAgreed} onChange={(next) => set({ isAgreed: next })}>
        {t('print.consent')}
      </Checkbox>
    </FormDialog>
  )
}
