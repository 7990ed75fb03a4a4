import { OPINION_LIMITS } from '@orrery/contract/shared/limits'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface ReasonDialogProps {
  title: string
  text: string
  action: string
  call: { isPending: boolean; error: unknown }
  onSubmit: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of a refusal. */
export function ReasonDialog(props: ReasonDialogProps) {
  const t = useT('seller')
  const [reason, setReason] = useState('')
  const given = reason.trim()
  return (
    <FormDialog
      title={props.title}
      description={props.text}
      isDirty={given !== ''}
      isReady={given !== '' && given.length <= OPINION_LIMITS.reason}
      call={props.call}
      action={props.action}
      onSubmit={() => props.onSubmit(given)}
      onClose={props.onClose}
    >
      <Field label={t('reason')} required>
        <Textarea
          rows={3}
          limit={OPINION_LIMITS.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
