import { NumberField } from '@base-ui/react/number-field'
import { cn } from '#lib/class-names.ts'
import { controlHeight, controlStyle, type ControlSize } from './control-style.ts'

interface NumberInputProps {
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  /** Shown after the number: %, ms. */
  unit?: string
  label?: string
  /** False for numbers that are identifiers, such as ports. */
  grouping?: boolean
  size?: ControlSize
  disabled?: boolean
  className?: string
}

/** Arrow keys step by one step, with shift by ten. Values out of bounds are corrected on blur. */
export function NumberInput({
  value,
  onChange,
  min,
  max,
  step = 1,
  unit,
  grouping = true,
  label,
  size = 'md',
  disabled,
  className,
}: NumberInputProps) {
  return (
    <NumberField.Root
      value={value}
      onValueChange={onChange}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      disabled={disabled}
      locale="en-US"
      format={{ maximumFractionDigits: 6, useGrouping: grouping }}
    >
      <NumberField.Group
        className={controlStyle(cn('flex items-center gap-1 px-2.5', controlHeight(size), className ?? 'w-full'))}
      >
        <NumberField.Input
          aria-label={label}
          className="h-full w-full min-w-0 bg-transparent text-right outline-none"
        />
        {unit && <span className="shrink-0 text-mute">{unit}</span>}
      </NumberField.Group>
    </NumberField.Root>
  )
}
