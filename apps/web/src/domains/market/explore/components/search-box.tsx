import { Autocomplete } from '@base-ui/react/autocomplete'
import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { controlHeight, controlStyle } from '#ui/control-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { optionStyle, popupStyle } from '#ui/popup-style.ts'
import { ChoiceText } from '#ui/select.tsx'
import { useSearchText } from '#ui/use-search-text.ts'
import { useSearched } from '#ui/use-searched.ts'
import { type Store, suggest } from '../explore.queries.ts'
import { entityName, productPlace } from '../product-place.ts'

interface SearchBoxProps {
  store: Store
  word: string
  onWord: (word: string) => void
}

/** The search of a store: filters the page when typing pauses, and suggests products whose names match. */
export function SearchBox({ store, word, onWord }: SearchBoxProps) {
  const t = useT('explore')
  const ui = useT('ui')
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, words, composing } = useSearchText(word, onWord)
  const [isOpen, setOpen] = useState(false)
  useKeys('/', () => input.current?.focus(), true)
  const search = useCallback((typed: string, signal: AbortSignal) => suggest(store, typed, signal), [store])
  const found = useSearched(search, words, isOpen)
  const items = text.trim() ? [...found.items] : []
  const label = t(`${store}.search`)
  return (
    <Autocomplete.Root
      items={items}
      mode="none"
      value={text}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
      open={isOpen && items.length > 0}
      onOpenChange={setOpen}
      itemToStringValue={(item) => item.name}
    >
      <Autocomplete.InputGroup
        className={controlStyle(`flex w-full min-w-0 items-center gap-2 px-2.5 ${controlHeight('md')}`)}
      >
        <Icon of={Search} className="shrink-0 text-mute" />
        <Autocomplete.Input
          ref={input}
          type="search"
          {...composing}
          placeholder={label}
          aria-label={label}
          className="h-full min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {text ? (
          <IconButton size="sm" icon={X} label={ui('clear')} className="-mr-1" onClick={() => setText('')} />
        ) : (
          <KeyCap keys="/" silent />
        )}
      </Autocomplete.InputGroup>
      <Autocomplete.Portal>
        <Autocomplete.Positioner align="end" sideOffset={4} className="z-popover">
          <Autocomplete.Popup
            aria-label={t('suggestions')}
            className={popupStyle('max-h-(--available-height) w-88 min-w-(--anchor-width) overflow-y-auto p-1')}
          >
            <Autocomplete.List>
              {(item: (typeof items)[number]) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  className={optionStyle()}
                  onClick={() => void navigate(productPlace(item))}
                >
                  <PictureTile id={item.id} kind={entityName(item.entity_type)} src={item.icon_url} size={26} />
                  <ChoiceText label={item.name} description={item.description} />
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
