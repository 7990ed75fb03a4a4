import { inWords, type Node } from '@orrery/engine/interface'
import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useView } from './view-context.tsx'

interface OverlayProps {
  node: Node
  props: Record<string, unknown>
  parts: readonly ReactNode[]
}

/** A button that opens its content as a dialog or a drawer. In the editor the content is shown in place. */
export function Overlay({ node, props, parts }: OverlayProps) {
  const t = useT('interface')
  const { runtime, item, onSelect } = useView()
  const frame = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const title = inWords(props['title']) || inWords(props['label']) || node.name
  const gap = { gap: typeof props['gap'] === 'number' ? props['gap'] : 12 }
  const inside = (
    <div className="flex flex-col" style={gap}>
      {parts}
    </div>
  )
  const label = inWords(props['label']) || node.name
  if (onSelect)
    return (
      <section className="rounded-lg border border-dashed border-line p-3">
        <p className="mb-2 text-small text-mute">{title}</p>
        {inside}
      </section>
    )
  const open = () => {
    frame.current?.showModal()
    void runtime.fire(node.id, 'open', item)
  }
  return (
    <>
      <Button className="self-start" onClick={open}>
        {label}
      </Button>
      <dialog
        ref={frame}
        aria-labelledby={titleId}
        onClose={() => void runtime.fire(node.id, 'close', item)}
        className={cn(
          'border border-line bg-card p-4 text-ink backdrop:bg-black/40',
          node.type === 'drawer'
            ? 'm-0 ml-auto h-dvh max-h-none w-96 max-w-[90vw]'
            : 'm-auto w-120 max-w-[90vw] rounded-lg',
        )}
      >
        <header className="mb-3 flex items-center gap-2">
          <h3 id={titleId} className="min-w-0 flex-1 truncate font-semibold">
            {title}
          </h3>
          <IconButton size="sm" icon={X} label={t('overlay.close')} onClick={() => frame.current?.close()} />
        </header>
        {inside}
      </dialog>
    </>
  )
}

/** A button with a menu. */
export function ChoiceMenu({ node, props }: Omit<OverlayProps, 'parts'>) {
  const { runtime, item, onSelect } = useView()
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const options = (Array.isArray(props['options']) ? props['options'] : []).slice(0, 50).map(inWords)
  useEffect(() => {
    if (!isOpen) return
    list.current?.querySelector('button')?.focus()
    const away = (event: PointerEvent) => !root.current?.contains(event.target as Element) && setOpen(false)
    window.addEventListener('pointerdown', away)
    return () => window.removeEventListener('pointerdown', away)
  }, [isOpen])
  const close = () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  const onKeys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const items = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = items.indexOf(event.target as HTMLButtonElement)
    items[(at + step + items.length) % items.length]?.focus()
  }
  return (
    <div ref={root} className="relative self-start">
      <Button
        icon={ChevronDown}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => !onSelect && setOpen(!isOpen)}
      >
        {inWords(props['label']) || node.name}
      </Button>
      {isOpen && (
        <ul
          ref={list}
          role="menu"
          aria-label={inWords(props['label']) || node.name}
          onKeyDown={onKeys}
          className="absolute top-full left-0 z-20 mt-1 min-w-40 rounded-md border border-line bg-card p-1 shadow-float"
        >
          {options.map((option, index) => (
            <li key={index} role="none">
              <button
                type="button"
                role="menuitem"
                className="w-full rounded-md px-2 py-1.5 text-left hover:bg-hover"
                onClick={() => {
                  close()
                  void runtime.fire(node.id, 'choose', { ...item, event: { value: option } })
                }}
              >
                {option}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
