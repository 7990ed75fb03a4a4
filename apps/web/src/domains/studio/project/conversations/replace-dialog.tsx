import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { useIde } from '../ide/ide-context.ts'
import type { Conversation } from '../project.queries.ts'

interface ReplaceDialogProps {
  conversation: Conversation
  /** Chatflows that use the conversation. */
  flows: readonly { workflow_id: string; name: string }[]
  others: readonly Conversation[]
  onClose: () => void
  onDone: () => void
}

const standard = 'Default'

/** Assigns another conversation to the chatflows that use the one to delete. */
export function ReplaceDialog({ conversation, flows, others, onClose, onDone }: ReplaceDialogProps) {
  const t = useT('project')
  const { projectId } = useIde()
  const names = [...new Set([standard, ...others.map((other) => other.conversation_name)])]
  const [name, setName] = useState(names[0]!)
  const remove = useMutation({
    mutationFn: () =>
      api.workflowStudio.deleteConversation({
        project_id: projectId,
        unique_id: conversation.unique_id,
        replace: Object.fromEntries(flows.map((flow) => [flow.workflow_id, name])),
      }),
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('conversation.removeTitle', { name: conversation.conversation_name })}
      description={t('conversation.needed', { names: flows.map((flow) => flow.name).join(', ') })}
      isDirty={false}
      isReady
      call={remove}
      action={t('conversation.remove')}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <Field label={t('conversation.instead')}>
        <Select items={names.map((name) => ({ value: name, label: name }))} value={name} onChange={setName} />
      </Field>
    </FormDialog>
  )
}
