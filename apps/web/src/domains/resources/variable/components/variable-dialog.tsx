import { VARIABLE_LIMITS } from '@orrery/contract/shared/limits'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { emptyVariable, isDefaultOf, typeTextOf, type VariableForm, variableTypes } from '../variable-form.ts'
import { variableFault } from '../variable-rules.ts'

interface VariableDialogProps<V extends VariableForm> {
  variable?: V
  taken: readonly string[]
  /** Explains how to use a variable in this context. */
  text: string
  /** For variables of projects, which have a type and may be read-only. */
  isTyped?: boolean
  onSave: (variable: VariableForm) => void
  onClose: () => void
}

export function VariableDialog<V extends VariableForm>(props: VariableDialogProps<V>) {
  const { variable, taken, isTyped = false, onSave, onClose } = props
  const t = useT('variable')
  const typeName = useDataTypeName()
  const { values: value, set, text, isDirty } = useForm<VariableForm>(variable ?? emptyVariable)
  const type = value.type ?? 'string'
  const fault = variableFault(value.key, taken)
  const isDefault = isDefaultOf(type, value.default_value)
  const submit = () => {
    onSave({ ...value, key: value.key.trim() })
    onClose()
  }
  return (
    <FormDialog
      title={variable ? t('edit') : t('add')}
      description={props.text}
      isDirty={isDirty}
      isReady={fault === null && isDefault}
      action={t('save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('key')} required help={t('key.help')} error={fault && fault !== 'empty' && t(`fault.${fault}`)}>
        <Input {...text('key')} mono disabled={value.is_system} placeholder="variable_name" />
      </Field>
      {isTyped && (
        <Field label={t('type')}>
          <Select
            items={variableTypes.map((variableType) => ({
              value: variableType,
              label: typeName(typeTextOf(variableType)),
            }))}
            value={type}
            onChange={(next) => set({ type: next })}
          />
        </Field>
      )}
      <Field label={t('description')} help={t('description.help')}>
        <Textarea {...text('description')} rows={2} limit={VARIABLE_LIMITS.description} />
      </Field>
      <Field label={t('default')} error={!isDefault && t('fault.default', { type: typeName(typeTextOf(type)) })}>
        <Input {...text('default_value')} />
      </Field>
      {isTyped && (
        <Switch checked={value.is_read_only ?? false} onChange={(on) => set({ is_read_only: on })}>
          {t('readOnly')}
        </Switch>
      )}
      <Switch checked={!value.prompt_disabled} onChange={(on) => set({ prompt_disabled: !on })}>
        {t('prompt')}
      </Switch>
      <Switch checked={!value.is_disabled} onChange={(on) => set({ is_disabled: !on })}>
        {t('enabled')}
      </Switch>
    </FormDialog>
  )
}
