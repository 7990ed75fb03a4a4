import { TRIGGER_LIMITS } from '@orrery/contract/shared/triggers'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { InputField } from '../run/inputs/input-field.ts'
import type { InputFault } from '../run/inputs/input-values.ts'
import { InputControl } from '../run/inputs/input-control.tsx'
import type { DraftProps, ValuesProps } from './trigger-dialog.tsx'

/** The settings of a form page: its texts, its questions, and what people see after submission. */
export function FormFields({ draft, set, fields, faults }: ValuesProps) {
  const t = useT('workflow-trigger')
  return (
    <>
      <Field label={t('form.heading')} help={t('form.heading.help')}>
        <Input
          limit={TRIGGER_LIMITS.title}
          value={draft.title}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <Field label={t('form.text')}>
        <Textarea
          rows={2}
          limit={TRIGGER_LIMITS.text}
          value={draft.text}
          onChange={(event) => set({ text: event.target.value })}
        />
      </Field>
      {/* No Field here: it would label every control inside. */}
      <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
        <legend className="px-1 font-medium">{t('form.fields')}</legend>
        <p className="text-small text-mute">{t(fields.length === 0 ? 'inputs.none' : 'form.fields.help')}</p>
        {fields.map((field) => (
          <FormQuestion key={field.name} field={field} draft={draft} set={set} fault={faults[field.name]} />
        ))}
      </fieldset>
      <Field label={t('form.button')}>
        <Input
          limit={TRIGGER_LIMITS.button}
          value={draft.button}
          placeholder={t('form.button.placeholder')}
          onChange={(event) => set({ button: event.target.value })}
        />
      </Field>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">{t('form.after')}</legend>
        <RadioGroup
          label={t('form.after')}
          items={[
            { value: 'message', label: t('form.after.message'), settings: <Message draft={draft} set={set} /> },
            { value: 'result', label: t('form.after.result'), description: t('form.after.result.text') },
          ]}
          value={draft.after}
          onChange={(after) => set({ after })}
        />
      </fieldset>
    </>
  )
}

function Message({ draft, set }: DraftProps) {
  const t = useT('workflow-trigger')
  return (
    <Field label={t('form.message')}>
      <Textarea
        rows={2}
        placeholder={t('form.message.placeholder')}
        value={draft.message}
        onChange={(event) => set({ message: event.target.value })}
      />
    </Field>
  )
}

/** An input of the workflow: a question with its own label, or a fixed value. */
function FormQuestion({ field, draft, set, fault }: DraftProps & { field: InputField; fault: InputFault | undefined }) {
  const t = useT('workflow-trigger')
  const run = useT('workflow-run')
  const { name } = field
  const isAsked = !draft.hidden.includes(name)
  const turn = (on: boolean) =>
    set({ hidden: on ? draft.hidden.filter((hidden) => hidden !== name) : [...draft.hidden, name] })
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox checked={isAsked} onChange={turn}>
        {t('form.ask')} <code className="text-code">{name}</code>
      </Checkbox>
      {isAsked ? (
        <Input
          size="sm"
          aria-label={t('form.label', { name })}
          placeholder={t('form.label.placeholder', { name })}
          value={draft.labels[name] ?? ''}
          onChange={(event) => set({ labels: { ...draft.labels, [name]: event.target.value } })}
        />
      ) : (
        <Field
          label={<span className="sr-only">{t('form.value', { name })}</span>}
          error={fault && run(`fault.${fault}`)}
        >
          <InputControl
            field={field}
            value={draft.values[name] ?? ''}
            onChange={(value) => set({ values: { ...draft.values, [name]: value } })}
          />
        </Field>
      )}
    </div>
  )
}
