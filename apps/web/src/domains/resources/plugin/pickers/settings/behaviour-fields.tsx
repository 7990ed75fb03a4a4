import { PLUGIN_LIMITS } from '@orrery/contract/shared/plugin-enums'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import type { ToolSettings } from './tool-settings.queries.ts'

interface BehaviourFieldsProps {
  value: ToolSettings
  onChange: (change: Partial<ToolSettings>) => void
  /** The active mock set; empty: real responses. */
  mockSet: string
  onMockSet: (id: string) => void
  disabled: boolean
}

/** The handling of the response, the confirmation, and the mock set. */
export function BehaviourFields({ value, onChange, mockSet, onMockSet, disabled }: BehaviourFieldsProps) {
  const t = useT('tools')
  const { style, later, mockSets } = value
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('settings.answer')}>
        <RadioGroup
          label={t('settings.answer')}
          disabled={disabled}
          value={style.workflow_response_mode === 1 ? 'direct' : 'model'}
          onChange={(mode) => onChange({ style: { ...style, workflow_response_mode: mode === 'direct' ? 1 : 0 } })}
          items={(['model', 'direct'] as const).map((mode) => ({
            value: mode,
            label: t(`settings.answer.${mode}`),
            description: t(`settings.answer.${mode}.text`),
          }))}
        />
      </Field>
      <div>
        <Switch
          disabled={disabled}
          checked={!style.allow_without_asking}
          onChange={(on) => onChange({ style: { ...style, allow_without_asking: !on } })}
        >
          {t('settings.ask')}
        </Switch>
        <p className="mt-1 text-small text-mute">{t('settings.ask.text')}</p>
      </div>
      <div>
        <Switch disabled={disabled} checked={later.isOn} onChange={(isOn) => onChange({ later: { ...later, isOn } })}>
          {t('settings.later')}
        </Switch>
        <p className="mt-1 text-small text-mute">{t('settings.later.text')}</p>
        {later.isOn && (
          <Field label={t('settings.later.message')} className="mt-2">
            <Input
              value={later.message}
              disabled={disabled}
              limit={PLUGIN_LIMITS.pendingMessage}
              onChange={(event) => onChange({ later: { ...later, message: event.target.value } })}
            />
          </Field>
        )}
      </div>
      {mockSets.length > 0 && (
        <Field label={t('settings.mock')} help={t('settings.mock.text')}>
          <Select
            value={mockSet || 'none'}
            onChange={(id) => onMockSet(id === 'none' ? '' : id)}
            items={[
              { value: 'none', label: t('settings.mock.none') },
              ...mockSets.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      )}
    </div>
  )
}
