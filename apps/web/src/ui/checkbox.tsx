import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '#lib/class-names.ts'
import { Icon } from './icon.tsx'

interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Only a part of what the box represents is selected. */
  mixed?: boolean
  /** The text beside the box, which can be clicked too. */
  children?: ReactNode
  /** The accessible name of a box without text. */
  label?: string
  disabled?: boolean
  name?: string
  className?: string
}

export function Checkbox({
  checked,
  onChange,
  mixed = false,
  children,
  label,
  disabled,
  name,
  className,
}: CheckboxProps) {
  const id = useId()
  const box = (
    <Base.Root
      checked={checked}
      indeterminate={mixed}
      onCheckedChange={onChange}
      aria-label={label}
      // Named by its own label, even inside a Field with another one.
      aria-labelledby={children ? id : undefined}
      disabled={disabled}
      name={name}
      className={cn(
        'hit-area inline-flex size-4 align-middle shrink-0 cursor-pointer items-center justify-center rounded-sm border border-control bg-card text-on-brand transition-colors',
        'data-checked:border-brand-solid data-checked:bg-brand-solid data-indeterminate:border-brand-solid data-indeterminate:bg-brand-solid',
        'data-invalid:border-err-solid data-disabled:cursor-default data-disabled:opacity-50',
        !children && className,
      )}
    >
      <Base.Indicator className="flex">
        <Icon of={mixed ? Minus : Check} size={12} strokeWidth={3} />
      </Base.Indicator>
    </Base.Root>
  )
  if (!children) return box
  return (
    <label className={cn('inline-flex items-start gap-2', disabled ? 'opacity-60' : 'cursor-pointer', className)}>
      <span className="flex h-5 items-center">{box}</span>
      <span id={id} className="min-w-0">
        {children}
      </span>
    </label>
  )
}
