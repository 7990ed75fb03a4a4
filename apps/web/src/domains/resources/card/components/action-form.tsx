import type { CardAction } from '@orrery/contract'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { useCardEditor, useDesign } from '../card-context.ts'
import type { RunnableWorkflow } from '../card.queries.ts'
import { TextField } from './text-field.tsx'

interface ActionFormProps {
  action: CardAction
  items: string | undefined
  inputs: readonly string[]
  workflows: readonly RunnableWorkflow[]
  onChange: (action: CardAction) => void
}
const none = ''

/** The action of a button and its parameters. */
export function ActionForm({ action, items, inputs, workflows, onChange }: ActionFormProps) {
  const t = useT('card')
  const { mayEdit } = useCardEditor()
  const text = { items, inputs }
  switch (action.type) {
    case 'say':
      return (
        <TextField
          {...text}
          lines={2}
          label={t('action.say.text')}
          value={action.text}
          onChange={(next) => onChange({ ...action, text: next })}
        />
      )
    case 'open':
      return (
        <TextField
          {...text}
          label={t('action.open.url')}
          value={action.url}
          onChange={(url) => onChange({ ...action, url })}
        />
      )
    case 'submit':
      return (
        <TextField
          {...text}
          lines={2}
          label={t('action.submit.text')}
          value={action.text}
          onChange={(next) => onChange({ ...action, text: next })}
        />
      )
    case 'change':
      return <SetForm {...text} values={action.set} onChange={(set) => onChange({ ...action, set })} />
    case 'run':
      return (
        <>
          <Field label={t('action.run.workflow')}>
            <Select
              disabled={!mayEdit}
              items={workflows.map(({ id, name }) => ({ value: id, label: name }))}
              value={workflows.some(({ id }) => id === action.workflow_id) ? action.workflow_id : null}
              placeholder={t('action.run.choose')}
              onChange={(workflow_id) => onChange({ ...action, workflow_id, inputs: {}, outputs: {} })}
            />
          </Field>
          <RunForm
            action={action}
            flow={workflows.find(({ id }) => id === action.workflow_id)}
            {...text}
            onChange={onChange}
          />
        </>
      )
  }
}

/** The variables that a press changes, with their new values. */
function SetForm({
  values,
  items,
  inputs,
  onChange,
}: {
  values: Readonly<Record<string, string>>
  items: string | undefined
  inputs: readonly string[]
  onChange: (values: Record<string, string>) => void
}) {
  const { variables } = useDesign()
  return variables
    .filter(({ type }) => type !== 'list')
    .map(({ name, title }) => (
      <TextField
        key={name}
        label={title || name}
        items={items}
        inputs={inputs}
        value={values[name] ?? ''}
        onChange={(value) => {
          const { [name]: _, ...others } = values
          onChange(value === '' ? others : { ...others, [name]: value })
        }}
      />
    ))
}

function RunForm({
  action,
  flow,
  items,
  inputs,
  onChange,
}: Pick<ActionFormProps, 'items' | 'inputs'> & {
  action: Extract<CardAction, { type: 'run' }>
  flow: RunnableWorkflow | undefined
  onChange: (action: CardAction) => void
}) {
  const t = useT('card')
  const { mayEdit } = useCardEditor()
  const { variables } = useDesign()
  if (!flow) return null
  return (
    <>
      {flow.inputs.map((name) => (
        <TextField
          key={name}
          label={t('action.run.input', { name })}
          items={items}
          inputs={inputs}
          value={action.inputs[name] ?? ''}
          onChange={(value) => onChange({ ...action, inputs: { ...action.inputs, [name]: value } })}
        />
      ))}
      {variables.map(({ name, title }) => (
        <Field key={name} label={t('action.run.output', { name: title || name })}>
          <Select
            disabled={!mayEdit}
            items={[
              { value: none, label: t('action.run.keep') },
              ...flow.outputs.map((output) => ({ value: output, label: output })),
            ]}
            value={action.outputs[name] ?? none}
            onChange={(output) => {
              const { [name]: _, ...others } = action.outputs
              onChange({ ...action, outputs: output === none ? others : { ...others, [name]: output } })
            }}
          />
        </Field>
      ))}
    </>
  )
}
