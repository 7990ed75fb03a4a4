import { PLUGIN_LIMITS } from '@orrery/contract/shared/plugin-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'

interface FeedbackDialogProps {
  pluginId: string
  name: string
  isOfficial: boolean
  onClose: () => void
}
const official = 2
const other = 0

/** Sends feedback about a plugin to the instance owner. */
export function FeedbackDialog({ pluginId, name, isOfficial, onClose }: FeedbackDialogProps) {
  const t = useT('plugin')
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () =>
      api.plugin.feedback({ plugin_id: pluginId, feedback_type: isOfficial ? official : other, feedback: text.trim() }),
    onSuccess: () => {
      toast.ok(t('feedback.done'))
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('feedback.title', { name })}
      keepOnOutsidePress={text !== ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() && !send.isPending) send.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={text.trim() === ''} busy={send.isPending}>
            {t('feedback.action')}
          </Button>
        </>
      }
    >
      <Field label={t('feedback.label')} help={t('feedback.help')}>
        <Textarea
          rows={4}
          limit={PLUGIN_LIMITS.feedback}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {send.error && <ErrorPanel className="mt-3" error={send.error} />}
    </Dialog>
  )
}
