import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import type { ControlSize } from './control-style.ts'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'
import { KeyCap } from './key-cap.tsx'
import { useSearchText } from './use-search-text.ts'

interface SearchInputProps {
  value: string
  /** Called when typing pauses: filters apply without a button, but not at every letter. */
  onChange: (value: string) => void
  placeholder?: string
  size?: ControlSize
  /** Focused with "/"; only for the main search of a page. */
  slash?: boolean
  pause?: number
  className?: string
}

export function SearchInput(props: SearchInputProps) {
  const { value, onChange, placeholder, size = 'md', slash = false, pause, className } = props
  const t = useT('ui')
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, send, composing } = useSearchText(value, onChange, pause)
  useKeys('/', () => input.current?.focus(), slash)

  const clear = () => {
    setText('')
    send('')
    input.current?.focus()
  }
  return (
    <Input
      ref={input}
      type="search"
      role="searchbox"
      size={size}
      value={text}
      onChange={(event) => setText(event.target.value)}
      {...composing}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(text.trim())
        if (event.key !== 'Escape' || text === '' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        clear()
      }}
      placeholder={placeholder ?? t('search')}
      aria-label={placeholder ?? t('search')}
      before={<Icon of={Search} size={size === 'sm' ? 14 : 16} />}
      after={
        text ? (
          <IconButton size="sm" icon={X} label={t('clear')} onClick={clear} />
        ) : (
          slash && <KeyCap keys="/" silent className="mr-1" />
        )
      }
      className={cn('[&_input]:[&::-webkit-search-cancel-button]:hidden', className)}
    />
  )
}
