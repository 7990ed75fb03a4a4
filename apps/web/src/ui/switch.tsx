import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import { cn } from '#lib/class-names.ts'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children?: ReactNode
  label?: string
  disabled?: boolean
  name?: string
  className?: string
}

/** For settings that apply at once; settings that are applied with a button use a checkbox. */
export function Switch({ checked, onChange, children, label, disabled, name, className }: SwitchProps) {
  const id = useId()
  const control = (
    <Base.Root
      checked={checked}
      onCheckedChange={onChange}
      aria-label={label}
      // Named by its own label, even inside a Field with another one.
      aria-labelledby={children ? id : undefined}
      disabled={disabled}
      name={name}
      className={cn(
        'hit-area inline-flex h-4 w-7 align-middle shrink-0 cursor-pointer items-center rounded-full bg-control px-0.5 transition-colors duration-160',
        'data-checked:bg-brand-solid data-disabled:cursor-default data-disabled:opacity-50',
        !children && className,
      )}
    >
      <Base.Thumb className="size-3 rounded-full bg-white transition-[translate] duration-160 ease-out data-checked:translate-x-3" />
    </Base.Root>
  )
  if (!children) return control
  return (
    <label className={cn('inline-flex items-center gap-2', disabled ? 'opacity-60' : 'cursor-pointer', className)}>
      {control}
      <span id={id} className="min-w-0">
        {children}
      </span>
    </label>
  )
}
