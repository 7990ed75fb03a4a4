import { Radio } from '@base-ui/react/radio'
import { RadioGroup as Base } from '@base-ui/react/radio-group'
import { type ReactNode, useId } from 'react'
import { cn } from '#lib/class-names.ts'
import { Icon, type IconType } from './icon.tsx'

interface RadioChoice<V extends string> {
  value: V
  label: ReactNode
  /** A sentence that helps to choose. */
  description?: ReactNode
  icon?: IconType
  beside?: ReactNode
  /** Settings of this choice, shown while it is selected. */
  settings?: ReactNode
  disabled?: boolean
}

interface RadioGroupProps<V extends string> {
  label?: string
  items: readonly RadioChoice<V>[]
  value: V
  onChange: (value: V) => void
  /** Rows in a bordered list, or plain lines. */
  look?: 'list' | 'plain'
  disabled?: boolean
}

export function RadioGroup<V extends string>({
  label,
  items,
  value,
  onChange,
  look = 'list',
  disabled,
}: RadioGroupProps<V>) {
  const list = look === 'list'
  const id = useId()
  return (
    <Base
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as V)}
      disabled={disabled}
      className={cn('flex flex-col', list ? 'overflow-hidden rounded-lg border border-line' : 'gap-2')}
    >
      {items.map((item, index) => {
        const chosen = item.value === value
        return (
          <div key={item.value} className={cn(list && 'border-b border-line last:border-b-0')}>
            <label
              className={cn(
                'flex items-start gap-2.5',
                list && 'px-3.5 py-2.5',
                list && chosen && 'bg-brand-soft/60',
                item.disabled ? 'opacity-50' : 'cursor-pointer',
              )}
            >
              <span className="flex h-5 items-center">
                <Radio.Root
                  value={item.value}
                  // Set explicitly, because the label of a Field around the group would name each choice.
                  aria-labelledby={`${id}-${index}`}
                  disabled={item.disabled}
                  className="hit-area flex size-4 shrink-0 items-center justify-center rounded-full border border-control bg-card data-checked:border-brand-solid data-checked:bg-brand-solid"
                >
                  <Radio.Indicator className="size-1.5 rounded-full bg-white" />
                </Radio.Root>
              </span>
              <span id={`${id}-${index}`} className="flex min-w-0 flex-1 flex-col">
                <span className="flex items-center gap-2">
                  <span className={cn('min-w-0', item.description && 'font-medium')}>{item.label}</span>
                  {item.beside}
                </span>
                {item.description && <span className="text-small text-mute">{item.description}</span>}
              </span>
              {item.icon && <Icon of={item.icon} className="mt-0.5 shrink-0 text-mute" />}
            </label>
            {chosen && item.settings && <div className={cn(list ? 'px-3.5 py-3' : 'pt-2 pl-6.5')}>{item.settings}</div>}
          </div>
        )
      })}
    </Base>
  )
}
