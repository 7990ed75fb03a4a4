import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import type { ControlSize } from './control-style.ts'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'
import { KeyCap } from './key-cap.tsx'
import { useSettledText } from './use-settled-text.ts'

interface SearchInputProps {
  value: string
  /** Called when typing pauses: a filter acts at once, but not on every letter. */
  onChange: (value: string) => void
  placeholder?: string
  size?: ControlSize
  /** The one search of a page listens to "/". */
  slash?: boolean
  pause?: number
  className?: string
}

export function SearchInput(props: SearchInputProps) {
  const { value, onChange, placeholder, size = 'md', slash = false, pause = 200, className } = props
  const t = useT('ui')
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [settled, composing] = useSettledText(text)
  // The address was changed elsewhere (back button, cleared filters): it replaces the text of the field.
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  useKeys('/', () => input.current?.focus(), slash)
  useEffect(() => {
    if (settled === value) return undefined
    const timer = setTimeout(() => onChange(settled), pause)
    return () => clearTimeout(timer)
  }, [settled, value, onChange, pause])

  const clear = () => {
    setText('')
    onChange('')
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
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onChange(text)
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
