import { triggerEventNames, triggerEvents } from '@orrery/contract/shared/triggers'
import { useMemo } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { useEditor } from '../document/editor-context.ts'
import { ResourceSelect } from '../forms/parts/resource-select.tsx'
import type { DraftProps } from './trigger-dialog.tsx'

/** Selects the event and the resource that it concerns. */
export function EventFields({ draft, set }: DraftProps) {
  const t = useT('workflow-trigger')
  const { workflowId } = useEditor()
  const itself = useMemo(() => new Set([workflowId]), [workflowId])
  const { source, fields } = triggerEvents[draft.event]
  return (
    <>
      <Field label={t('event')} help={t('event.fields', { fields: fields.map((name) => `{{${name}}}`).join(' ') })}>
        <Select
          label={t('event')}
          items={triggerEventNames.map((event) => ({ value: event, label: t(`event.${event}`) }))}
          value={draft.event}
          onChange={(event) => set({ event, ...(triggerEvents[event].source !== source && { source: null }) })}
        />
      </Field>
      <Field label={t(`source.${source}`)} required help={t(`source.${source}.help`)}>
        <ResourceSelect
          key={source}
          kind={source}
          label={t(`source.${source}`)}
          placeholder={t(`source.${source}.placeholder`)}
          without={itself}
          value={draft.source && { value: draft.source.id, label: draft.source.name }}
          onChange={(next) => set({ source: { id: next.value, name: next.label } })}
        />
      </Field>
    </>
  )
}
