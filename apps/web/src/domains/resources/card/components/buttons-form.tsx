import type { CardAction, CardButton } from '@orrery/contract'
import { newButton } from '@orrery/engine/card'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { useCardEditor, useDesign, useFirstWords } from '../card-context.ts'
import { runnableQuery } from '../card.queries.ts'
import { ActionForm } from './action-form.tsx'
import { TextField } from './text-field.tsx'

interface ButtonsFormProps {
  buttons: readonly CardButton[]
  items?: string | undefined
  inputs: readonly string[]
  onChange: (buttons: CardButton[]) => void
}
const looks = ['main', 'plain', 'danger'] as const
const MAX_BUTTONS = 10

/** The buttons of a row: their labels, their looks, and their actions. */
export function ButtonsForm({ buttons, items, inputs, onChange }: ButtonsFormProps) {
  const t = useT('card')
  const { mayEdit, spaceId } = useCardEditor()
  const design = useDesign()
  const words = useFirstWords()
  const workflows = useQuery(runnableQuery(spaceId)).data ?? []
  const set = (id: string, change: Partial<CardButton>) =>
    onChange(buttons.map((button) => (button.id === id ? { ...button, ...change } : button)))
  const fresh = (type: CardAction['type'], label: string): CardAction => {
    const first: Record<CardAction['type'], CardAction> = {
      say: { type: 'say', text: label },
      open: { type: 'open', url: 'https://' },
      submit: { type: 'submit', text: '' },
      run: { type: 'run', workflow_id: workflows[0]?.id ?? '', inputs: {}, outputs: {} },
      change: { type: 'change', set: {} },
    }
    return first[type]
  }
  // A workflow has to exist before it can be run, and inputs before they can be submitted.
  const types = (['say', 'open', 'submit', 'run', 'change'] as const).map((value) => ({
    value,
    label: t(`action.${value}`),
    disabled: (value === 'run' && !workflows.length) || (value === 'submit' && (!inputs.length || items !== undefined)),
  }))
  return (
    <>
      {buttons.map((button) => (
        <fieldset key={button.id} className="flex flex-col gap-2 rounded-md border border-line p-2" disabled={!mayEdit}>
          <legend className="sr-only">{button.label}</legend>
          <TextField
            label={t('form.label')}
            value={button.label}
            items={items}
            onChange={(label) => set(button.id, { label })}
          />
          <Field label={t('form.action')}>
            <Select
              disabled={!mayEdit}
              items={types}
              value={button.action.type}
              onChange={(type) => set(button.id, { action: fresh(type, button.label) })}
            />
          </Field>
          <ActionForm
            action={button.action}
            items={items}
            inputs={inputs}
            workflows={workflows}
            onChange={(action) => set(button.id, { action })}
          />
          <Field label={t('form.look')}>
            <Select
              disabled={!mayEdit}
              items={looks.map((value) => ({ value, label: t(`look.${value}`) }))}
              value={button.look}
              onChange={(look) => set(button.id, { look })}
            />
          </Field>
          <div className="flex items-center justify-between gap-2">
            {button.action.type === 'open' ? (
              <span />
            ) : (
              <Switch
                checked={button.repeatable}
                disabled={!mayEdit}
                onChange={(repeatable) => set(button.id, { repeatable })}
              >
                {t('form.repeatable')}
              </Switch>
            )}
            {mayEdit && (
              <IconButton
                icon={Trash2}
                kind="danger"
                label={t('form.removeRow', { name: button.label })}
                onClick={() => onChange(buttons.filter(({ id }) => id !== button.id))}
              />
            )}
          </div>
        </fieldset>
      ))}
      {mayEdit && buttons.length < MAX_BUTTONS && (
        <Button size="sm" icon={Plus} onClick={() => onChange([...buttons, newButton(design, words)])}>
          {t('form.addButton')}
        </Button>
      )}
    </>
  )
}
