import type { TriggerKind } from '@orrery/contract/shared/triggers'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { useDocument } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { type InputField, startFields } from '../run/inputs/input-field.ts'
import { faultsOf, type InputFault, toInput } from '../run/inputs/input-values.ts'
import { EventFields } from './event-fields.tsx'
import { FormFields } from './form-fields.tsx'
import { PayloadFields } from './payload-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { configOf, fixedFields, isReady, newDraft, readDraft, type TriggerDraft } from './trigger-draft.ts'
import { refreshTriggers, type Trigger } from './trigger.queries.ts'
import { WebhookFields } from './webhook-fields.tsx'

interface TriggerDialogProps {
  /** The trigger to edit, or the kind of a new one. */
  edited: Trigger | TriggerKind
  onSaved: (triggerId: string, secret: string) => void
  onClose: () => void
}
export interface DraftProps {
  draft: TriggerDraft
  set: (change: Partial<TriggerDraft>) => void
}
/** Props of the parts that edit values. */
export interface ValuesProps extends DraftProps {
  /** The inputs of the workflow. */
  fields: readonly InputField[]
  faults: Readonly<Record<string, InputFault>>
}

/** Edits when the workflow starts, and with which inputs. */
export function TriggerDialog({ edited, onSaved, onClose }: TriggerDialogProps) {
  const t = useT('workflow-trigger')
  const { workflowId } = useEditor()
  const canvas = useDocument((document) => document.canvas)
  const fields = useMemo(() => startFields(canvas), [canvas])
  const before = typeof edited === 'string' ? undefined : edited
  const {
    values: draft,
    set,
    isDirty,
    text,
  } = useForm(() => (typeof edited === 'string' ? newDraft(edited) : readDraft(edited)))
  const save = useMutation({
    mutationFn: async () => {
      const saved = await api.workflowTrigger.save({
        workflow_id: workflowId,
        ...(before && { trigger_id: before.trigger_id, status: before.status as 0 | 1 }),
        name: draft.name.trim(),
        event_id: draft.kind,
        config: JSON.stringify(configOf(draft)),
        payload: JSON.stringify(toInput(fields, draft.values)),
      })
      await refreshTriggers(workflowId)
      return saved
    },
    onSuccess: (saved) => {
      onSaved(saved.trigger_id, saved.secret)
      onClose()
    },
  })
  const faults = faultsOf(fixedFields(draft, fields), draft.values)
  const part = { draft, set, faults }
  return (
    <FormDialog
      size="md"
      title={t(before ? `edit.${draft.kind}` : `new.${draft.kind}`)}
      description={t(`about.${draft.kind}`)}
      isDirty={isDirty}
      isReady={isReady(draft) && Object.keys(faults).length === 0}
      call={save}
      action={t(before ? 'save' : 'create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')}>
        <Input limit={100} placeholder={t(`name.${draft.kind}`)} {...text('name')} />
      </Field>
      {draft.kind === 'schedule' && <ScheduleFields {...part} />}
      {draft.kind === 'webhook' && <WebhookFields {...part} />}
      {draft.kind === 'form' && <FormFields {...part} fields={fields} />}
      {draft.kind === 'event' && <EventFields {...part} />}
      {draft.kind !== 'form' && <PayloadFields {...part} fields={fields} />}
    </FormDialog>
  )
}
