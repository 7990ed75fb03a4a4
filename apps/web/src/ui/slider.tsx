import { Slider as Base } from '@base-ui/react/slider'
import { cn } from '#lib/class-names.ts'
import { NumberInput } from './number-input.tsx'

export interface SliderProps {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
  unit?: string
  /** The accessible name of both the slider and its number field. */
  label: string
  disabled?: boolean
  size?: 'sm' | 'md'
  className?: string
}

/** Always with a number field: dragging is fast, typing is exact. */
export function Slider({
  value,
  onChange,
  min,
  max,
  step = 1,
  unit,
  label,
  disabled,
  size = 'md',
  className,
}: SliderProps) {
  return (
    <div className={cn('flex items-center gap-3', className)}>
      <Base.Root
        value={value}
        onValueChange={(next) => onChange(next as number)}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        thumbAlignment="edge-client-only"
        className="min-w-0 flex-1 data-disabled:opacity-50"
      >
        <Base.Control className="flex h-6 w-full cursor-pointer touch-none items-center select-none data-disabled:cursor-default">
          <Base.Track className="h-1 w-full rounded-full bg-line">
            <Base.Indicator className="rounded-full bg-brand-solid" />
            <Base.Thumb
              getAriaLabel={() => label}
              className="size-4 rounded-full border-[3px] border-brand-solid bg-card has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            />
          </Base.Track>
        </Base.Control>
      </Base.Root>
      <NumberInput
        value={value}
        onChange={(next) => next !== null && onChange(next)}
        min={min}
        max={max}
        step={step}
        unit={unit}
        label={label}
        size={size}
        disabled={disabled}
        className="w-18 shrink-0"
      />
    </div>
  )
}
