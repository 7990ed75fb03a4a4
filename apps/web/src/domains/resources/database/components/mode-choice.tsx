import { TableMode } from '@orrery/contract/shared/bot-enums'
import { useT } from '#lib/i18n.ts'
import { RadioGroup } from '#ui/radio-group.tsx'

export type Mode = 1 | 2 | 3
export const modeKeys = {
  [TableMode.singleUser]: 'single',
  [TableMode.readOnly]: 'read',
  [TableMode.multiUser]: 'multi',
} as const

/** Selects who can see and change which rows through a bot or workflow. */
export function ModeChoice({
  mode,
  onChange,
  disabled,
}: {
  mode: Mode
  onChange: (mode: Mode) => void
  disabled?: boolean
}) {
  const t = useT('database')
  return (
    <RadioGroup
      label={t('mode.label')}
      value={String(mode)}
      disabled={disabled}
      onChange={(value) => onChange(Number(value) as Mode)}
      items={([1, 2, 3] as const).map((value) => ({
        value: String(value),
        label: t(`mode.${modeKeys[value]}`),
        description: t(`mode.${modeKeys[value]}.text`),
      }))}
    />
  )
}
