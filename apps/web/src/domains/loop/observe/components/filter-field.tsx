import { useQueries } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Icon } from '#ui/icon.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { optionStyle, popupStyle } from '#ui/popup-style.ts'
import { useSearchText } from '#ui/use-search-text.ts'
import { type FilterName, fieldsToFilter } from '../filter-fields.ts'
import { optionsQuery } from '../observe.queries.ts'
import type { Condition } from '../trace-address.ts'

/** Fields whose values are searched while a person types. */
const offered = ['model_name', 'error_message', 'user_id'] as const satisfies FilterName[]
const MAX_VALUES = 4

interface FilterFieldProps {
  spaceId: string
  times: { start_time: number; end_time: number }
  words: string
  /** Apps by name, with their number of traces. */
  apps: readonly { value: string; name: string; count: number }[]
  /** The active filters, as chips. */
  children: ReactNode
  onWords: (words: string) => void
  /** Replaces the entered words with a filter on this field, or on this value. */
  onField: (field: FilterName) => void
  onCondition: (condition: Condition) => void
  /** Removes the last filter. */
  onBack: () => void
}
interface Offer {
  id: string
  label: string
  note: string
  choose: () => void
}

/** Searches for words as they are typed, and offers matching fields and values as filters. */
export function FilterField(props: FilterFieldProps) {
  const { children, onBack } = props
  const t = useT('observe')
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, words, send, composing } = useSearchText(props.words, props.onWords)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  useKeys('/', () => input.current?.focus())
  const reset = () => {
    setText('')
    setOpen(false)
  }
  const offers = useOffers(props, isOpen ? words : '', reset)
  const isShown = isOpen && offers.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step && isShown) {
      event.preventDefault()
      setActive((active + step + offers.length + 1) % (offers.length + 1))
    }
    if (event.key === 'Enter') {
      if (isShown && offers[active]) offers[active].choose()
      else send(text.trim())
      setOpen(false)
    }
    if (event.key === 'Backspace' && text === '') onBack()
    if (event.key === 'Escape' && (isShown || text)) {
      event.stopPropagation()
      if (isShown) setOpen(false)
      else {
        reset()
        send('')
      }
    }
  }
  return (
    <div
      className="relative flex min-h-8 min-w-[min(100%,18rem)] flex-1 flex-wrap items-center gap-1.5 rounded-md border border-control bg-card px-2 py-0.5 focus-within:border-brand"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Icon of={Search} className="shrink-0 text-mute" />
      {children}
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t('search')}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={list}
        aria-activedescendant={isShown && offers[active] ? `${list}-${active}` : undefined}
        placeholder={t('search')}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value)
          setActive(-1)
          setOpen(event.target.value.trim() !== '')
        }}
        {...composing}
        onKeyDown={onKeyDown}
        className="h-7 min-w-32 flex-1 bg-transparent outline-none placeholder:text-mute"
      />
      {!text && <KeyCap keys="/" silent />}
      <ul
        id={list}
        role="listbox"
        aria-label={t('filter.offers')}
        className={cn(
          isShown ? popupStyle('absolute inset-x-0 top-full z-popover mt-1 max-h-80 overflow-y-auto p-1') : 'hidden',
        )}
      >
        {offers.map((offer, index) => (
          <li
            key={offer.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            data-highlighted={index === active ? '' : undefined}
            className={optionStyle('cursor-pointer')}
            // Choose on pointer down, before the field loses the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              offer.choose()
            }}
            onPointerEnter={() => setActive(index)}
          >
            <span data-user-text className="min-w-0 flex-1 truncate">
              {offer.label}
            </span>
            <span className="shrink-0 text-small text-mute tabular-nums">{offer.note}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Offers fields by name, apps, and values that occur, with their counts. */
function useOffers(
  { spaceId, times, apps, onField, onCondition }: FilterFieldProps,
  text: string,
  reset: () => void,
): Offer[] {
  const t = useT('observe')
  const values = useQueries({
    queries: offered.map((field) => ({
      ...optionsQuery({ spaceId, times, field, words: text }),
      enabled: text.length > 1,
    })),
  })
  if (!text) return []
  const has = (name: string) => name.toLowerCase().includes(text.toLowerCase())
  const take = (act: () => void) => () => {
    reset()
    act()
  }
  const fields = (Object.keys(fieldsToFilter) as FilterName[]).filter((name) => has(t(`field.${name}`)) || has(name))
  return [
    ...fields.map((name) => ({
      id: name,
      label: t(`field.${name}`),
      note: t('filter.field'),
      choose: take(() => onField(name)),
    })),
    ...apps
      .filter(({ name }) => has(name))
      .map(({ value, name, count }) => ({
        id: `app ${value}`,
        label: `${t('app')}: ${name}`,
        note: formatNumber(count),
        choose: take(() => onCondition({ field: 'object', type: 'in', values: [value] })),
      })),
    ...offered.flatMap((field, at) =>
      (text.length > 1 ? (values[at]?.data ?? []) : []).slice(0, MAX_VALUES).map(({ value, count }) => ({
        id: `${field} ${value}`,
        label: `${t(`field.${field}`)}: ${value}`,
        note: formatNumber(count),
        choose: take(() => onCondition({ field, type: 'eq', values: [value] })),
      })),
    ),
  ]
}
