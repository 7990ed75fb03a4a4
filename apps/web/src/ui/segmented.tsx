import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { type ReactNode, useId } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { Icon, type IconType } from './icon.tsx'

interface Segment<V extends string> {
  value: V
  label: ReactNode
  icon?: IconType
  count?: number
  disabled?: boolean
}

interface SegmentedProps<V extends string> {
  /** The accessible name of the group; a Field around it provides one as well. */
  label?: string
  items: readonly Segment<V>[]
  value: V
  onChange: (value: V) => void
  size?: 'sm' | 'md' | 'lg'
  /** Divides the full width evenly. */
  wide?: boolean
  disabled?: boolean
  className?: string
}

const tracks = { sm: 'h-7', md: 'h-8', lg: 'h-9' }

/** A choice between two to five visible options. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, items, value, onChange, size = 'md', wide, disabled, className } = props
  const id = useId()
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as V)}
      disabled={disabled}
      className={cn(
        // Scrolls if it is wider than its container, because labels must not wrap.
        'inline-flex max-w-full shrink-0 overflow-x-auto rounded-md bg-track p-0.5 [scrollbar-width:none]',
        tracks[size],
        wide ? 'flex w-full' : 'w-fit',
        className,
      )}
    >
      {items.map((item, index) => (
        <Radio.Root
          key={item.value}
          value={item.value}
          // Set explicitly, because the label of a Field around the group would name each choice.
          aria-labelledby={`${id}-${index}`}
          disabled={item.disabled}
          className={cn(
            'focus-inset inline-flex shrink-0 items-center justify-center gap-1.5 rounded-[5px] px-3 whitespace-nowrap text-mute transition-colors select-none',
            'cursor-pointer hover:text-ink data-disabled:cursor-default data-disabled:opacity-50 data-disabled:hover:text-mute',
            'data-checked:bg-track-active data-checked:font-medium data-checked:text-ink data-checked:shadow-card',
            size === 'sm' ? 'px-2 text-small' : 'text-body',
            wide && 'flex-1 shrink',
          )}
        >
          {item.icon && <Icon of={item.icon} size={14} />}
          <span id={`${id}-${index}`} className="contents">
            {item.label}
            {item.count !== undefined && (
              <span className="font-normal text-mute tabular-nums">{formatNumber(item.count)}</span>
            )}
          </span>
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
