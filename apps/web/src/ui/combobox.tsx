import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, Search, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { controlHeight, controlStyle, type ControlSize } from './control-style.ts'
import { Icon } from './icon.tsx'
import { optionStyle, popupStyle } from './popup-style.ts'
import { ChoiceText, type Choice } from './select.tsx'
import { Spinner } from './spinner.tsx'
import { useSearched } from './use-searched.ts'
import { useSettledText } from './use-settled-text.ts'

interface ComboboxProps<C extends Choice> {
  value: C | null
  onChange: (choice: C | null) => void
  /** All choices, filtered locally… */
  items?: readonly C[]
  /** …or a server search after each pause in typing. Must be a stable function. */
  search?: (query: string, signal: AbortSignal) => Promise<readonly C[]>
  /** The accessible name without a Field. */
  label?: string
  placeholder?: string
  searchPlaceholder?: string
  clearable?: boolean
  size?: ControlSize
  disabled?: boolean
  /** A tile or an avatar before the text. */
  tile?: (choice: C) => ReactNode
  /** Shown below the choices, for example to say where more choices come from. */
  footer?: ReactNode
  className?: string
}

/** A select with a text field, for long or remote lists. */
export function Combobox<C extends Choice>(props: ComboboxProps<C>) {
  const {
    value,
    onChange,
    items,
    search,
    label,
    placeholder,
    clearable,
    size = 'md',
    disabled,
    tile,
    className,
  } = props
  const t = useT('ui')
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [settled, composing] = useSettledText(query)
  const found = useSearched(search, settled.trim(), open)
  const list = search ? found.items : (items ?? [])
  return (
    <Base.Root
      items={list as C[]}
      value={value}
      onValueChange={(next) => onChange(next)}
      open={open}
      onOpenChange={setOpen}
      inputValue={query}
      onInputValueChange={setQuery}
      itemToStringLabel={(item: C) => item.label}
      isItemEqualToValue={(item: C, other: C) => item.value === other.value}
      filter={search ? null : undefined}
      disabled={disabled}
    >
      <span className={cn('relative flex min-w-0', className)}>
        <Base.Trigger
          aria-label={label && value ? `${label} ${value.label}` : label}
          className={controlStyle(
            cn('flex w-full min-w-0 items-center gap-2 px-2.5 text-left select-none', controlHeight(size)),
          )}
        >
          {value && tile?.(value)}
          <span className={cn('min-w-0 flex-1 truncate', !value && 'text-mute')}>
            {value?.label ?? placeholder ?? t('select.placeholder')}
          </span>
          {clearable && value && <span className="w-5" />}
          <Icon of={ChevronDown} size={14} className="shrink-0 text-mute" />
        </Base.Trigger>
        {clearable && value && (
          <Base.Clear
            aria-label={t('clear')}
            className="absolute top-1/2 right-7 flex size-6 -translate-y-1/2 items-center justify-center rounded-sm text-mute hover:bg-hover hover:text-ink"
          >
            <Icon of={X} size={14} />
          </Base.Clear>
        )}
      </span>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className="z-popover">
          <Base.Popup
            aria-label={label ?? placeholder ?? t('select.placeholder')}
            className={popupStyle(
              'flex max-h-[min(24rem,var(--available-height))] max-w-96 min-w-(--anchor-width) flex-col',
            )}
          >
            <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-3">
              <Icon of={Search} size={14} className="shrink-0 text-mute" />
              <Base.Input
                {...composing}
                placeholder={props.searchPlaceholder ?? t('search')}
                className="h-full min-w-0 flex-1 bg-transparent outline-none"
              />
              {search && found.state === 'loading' && <Spinner className="text-mute" />}
            </div>
            <Base.Status className="sr-only">{search && found.state === 'loading' ? t('searching') : null}</Base.Status>
            <Base.Empty>
              {!(search && found.state === 'loading') && (
                <div className="px-3 py-3 text-small text-mute">
                  {search && found.state === 'failed' ? t('searchFailed') : t('noMatch')}
                </div>
              )}
            </Base.Empty>
            <Base.List className="min-h-0 overflow-y-auto p-1 empty:hidden">
              {(item: C) => (
                <Base.Item key={item.value} value={item} disabled={item.disabled} className={optionStyle()}>
                  {tile?.(item) ?? (item.icon && <Icon of={item.icon} className="shrink-0 text-mute" />)}
                  <ChoiceText label={item.label} description={item.description} />
                  <Base.ItemIndicator className="ml-auto shrink-0 pl-2 text-brand">
                    <Icon of={Check} />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
            {props.footer && <div className="shrink-0 border-t border-line px-3 py-2">{props.footer}</div>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
