import type { BotInfo } from '@orrery/contract'
import { type FormEvent, useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { variableFault } from '../../variable-rules.ts'

export type Variable = BotInfo['variable_list'][number]

const fresh: Variable = {
  key: '',
  description: '',
  default_value: '',
  is_system: false,
  prompt_disabled: false,
  is_disabled: false,
}

interface VariableDialogProps {
  variable?: Variable
  taken: readonly string[]
  onSave: (variable: Variable) => void
  onClose: () => void
}

export function VariableDialog({ variable, taken, onSave, onClose }: VariableDialogProps) {
  const t = useT('bot')
  const [value, setValue] = useState(variable ?? fresh)
  const set = (change: Partial<Variable>) => setValue({ ...value, ...change })
  const fault = variableFault(value.key, taken)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault) return
    onSave({ ...value, key: value.key.trim() })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={variable ? t('variable.edit') : t('block.variable.add')}
      description={t('variable.text', { sample: '{{name}}' })}
      onSubmit={submit}
      keepOnOutsidePress={value !== (variable ?? fresh)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={fault !== null}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('variable.key')}
          required
          help={t('variable.key.help')}
          error={fault && fault !== 'empty' && t(`variable.fault.${fault}`)}
        >
          <Input
            mono
            value={value.key}
            disabled={value.is_system}
            placeholder="user_city"
            onChange={(event) => set({ key: event.target.value })}
          />
        </Field>
        <Field label={t('variable.description')} help={t('variable.description.help')}>
          <Textarea
            rows={2}
            limit={2000}
            value={value.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        <Field label={t('variable.default')}>
          <Input value={value.default_value} onChange={(event) => set({ default_value: event.target.value })} />
        </Field>
        <Switch checked={!value.prompt_disabled} onChange={(on) => set({ prompt_disabled: !on })}>
          {t('variable.prompt')}
        </Switch>
        <Switch checked={!value.is_disabled} onChange={(on) => set({ is_disabled: !on })}>
          {t('variable.enabled')}
        </Switch>
      </div>
    </Dialog>
  )
}
