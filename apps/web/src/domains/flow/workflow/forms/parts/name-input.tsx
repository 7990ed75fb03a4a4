import { goodName } from '@orrery/engine/describe'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Input } from '#ui/input.tsx'

interface NameInputProps {
  label: string
  value: string
  /** Names of the other rows. */
  others: readonly string[]
  onChange: (name: string) => void
  disabled?: boolean
  className?: string
}

/** The name of a value. Invalid names are reported, never corrected automatically. */
export function NameInput({ label, value, others, onChange, disabled, className }: NameInputProps) {
  const t = useT('workflow-node')
  const fault =
    value === '' || goodName.test(value) ? (others.includes(value) ? t('inputs.twice') : '') : t('inputs.badName')
  return (
    <Input
      size="sm"
      mono
      aria-label={label}
      aria-invalid={fault || value === '' ? true : undefined}
      title={fault || undefined}
      value={value}
      placeholder={t('vars.name')}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      className={cn(
        'border-transparent bg-transparent px-1.5 has-[input:focus-visible]:bg-card has-[input:disabled]:opacity-100',
        className,
      )}
    />
  )
}
