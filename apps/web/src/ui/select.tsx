import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { controlHeight, controlStyle, type ControlSize } from './control-style.ts'
import { Icon, type IconType } from './icon.tsx'
import { optionStyle, popupStyle } from './popup-style.ts'

export interface Choice<V extends string = string> {
  value: V
  label: string
  description?: string
  icon?: IconType
  disabled?: boolean
}

interface SelectProps<V extends string> {
  items: readonly Choice<V>[]
  value: V | null
  onChange: (value: V) => void
  /** Shown inside the control before the value, for filters: "Owner Everyone". */
  prefix?: string
  /** The accessible name without a Field and a prefix. */
  label?: string
  placeholder?: string
  size?: ControlSize
  disabled?: boolean
  name?: string
  /** The list may be wider than the control, never narrower. */
  className?: string
  ref?: Ref<HTMLButtonElement>
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { items, value, onChange, prefix, label, placeholder, size = 'md', disabled, name, className, ref } = props
  const t = useT('ui')
  const chosen = items.find((item) => item.value === value)
  return (
    <Base.Root
      items={items}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      name={name}
    >
      <Base.Trigger
        ref={ref}
        aria-label={prefix ? `${prefix} ${chosen?.label ?? ''}` : label}
        className={controlStyle(
          cn(
            'flex min-w-0 items-center gap-2 px-2.5 text-left select-none',
            !prefix && 'w-full',
            controlHeight(size),
            className,
          ),
        )}
      >
        {prefix && <span className="shrink-0 text-mute">{prefix}</span>}
        {chosen?.icon && <Icon of={chosen.icon} className="shrink-0 text-mute" />}
        <span className={cn('min-w-0 flex-1 truncate', !chosen && 'text-mute')}>
          <Base.Value placeholder={placeholder ?? t('select.placeholder')} />
        </span>
        <Icon of={ChevronDown} size={14} className="shrink-0 text-mute" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} align="start" sideOffset={4} className="z-popover">
          <Base.Popup
            className={popupStyle('max-h-(--available-height) max-w-96 min-w-(--anchor-width) overflow-y-auto p-1')}
          >
            <Base.List>
              {items.map((item) => (
                <Base.Item key={item.value} value={item.value} disabled={item.disabled} className={optionStyle()}>
                  {item.icon && <Icon of={item.icon} className="shrink-0 text-mute" />}
                  <ChoiceText label={<Base.ItemText>{item.label}</Base.ItemText>} description={item.description} />
                  <Base.ItemIndicator className="ml-auto shrink-0 pl-2 text-brand">
                    <Icon of={Check} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** A choice with an explanation below it. */
export function ChoiceText({ label, description }: { label: ReactNode; description?: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">{label}</span>
      {description && <span className="truncate text-small text-mute">{description}</span>}
    </span>
  )
}
