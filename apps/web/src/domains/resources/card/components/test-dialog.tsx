import { type CardTestChannel, type CardTestField, cardTestFields } from '@orrery/contract/shared/card-test-fields'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { useCardEditor } from '../card-context.ts'

/** Sends the current card to the person's own chat. */
export function TestDialog({ channel, onClose }: { channel: CardTestChannel; onClose: () => void }) {
  const t = useT('card')
  const { store, cardId } = useCardEditor()
  const [values, setValues] = useState<Partial<Record<CardTestField, string>>>({})
  const fields: readonly CardTestField[] = cardTestFields[channel]
  const send = useMutation({
    mutationFn: async () => {
      await store.flush()
      await api.cardBuilder.sendTest({ card_id: cardId, channel, ...values })
    },
    onSuccess: () => {
      toast.ok(t('test.done'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('test')}
      description={t('test.text')}
      isReady={fields.every((field) => values[field]?.trim())}
      call={send}
      action={t('test.send')}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      {fields.map((field) => (
        <Field key={field} label={t(`test.${field}`)} required>
          <Input
            type={field === 'token' ? 'password' : 'text'}
            autoComplete="off"
            value={values[field] ?? ''}
            onChange={({ target }) => setValues({ ...values, [field]: target.value })}
          />
        </Field>
      ))}
    </FormDialog>
  )
}
