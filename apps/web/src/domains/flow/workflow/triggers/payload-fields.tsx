import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { InputControl } from '../run/inputs/input-control.tsx'
import type { ValuesProps } from './trigger-dialog.tsx'

/** Values for the inputs of the workflow; for calls and events they can refer to fields of the call or event. */
export function PayloadFields({ draft, set, fields, faults }: ValuesProps) {
  const t = useT('workflow-trigger')
  const run = useT('workflow-run')
  const isMapped = draft.kind !== 'schedule'
  const change = (name: string, value: string) => set({ values: { ...draft.values, [name]: value } })
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 font-medium">{t('inputs')}</legend>
      <p className="text-small text-mute">
        {t(fields.length === 0 || draft.kind === 'form' ? 'inputs.none' : `inputs.${draft.kind}`)}
      </p>
      {fields.map((field) => (
        <Field
          key={field.name}
          label={<span className="font-mono text-code">{field.name}</span>}
          required={!isMapped && field.isRequired && field.fallback === ''}
          aside={<Tag mono>{field.type}</Tag>}
          error={draft.values[field.name] && faults[field.name] ? run(`fault.${faults[field.name]!}`) : undefined}
        >
          {isMapped ? (
            <Textarea
              rows={1}
              mono
              spellCheck={false}
              placeholder={`{{${field.name}}}`}
              value={draft.values[field.name] ?? ''}
              onChange={(event) => change(field.name, event.target.value)}
            />
          ) : (
            <InputControl
              field={field}
              value={draft.values[field.name] ?? ''}
              onChange={(value) => change(field.name, value)}
            />
          )}
        </Field>
      ))}
    </fieldset>
  )
}
