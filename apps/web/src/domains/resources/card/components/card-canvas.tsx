import { type Drawn, drawCard, duplicateElement, removeElement, sampleData, stepElement } from '@orrery/engine/card'
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { DrawnCard } from '#domains/chat/chat/index.ts'
import { useCardEditor, useDesign } from '../card-context.ts'

/** The card with its samples. Elements are selected, moved, copied and deleted with the pointer or the keyboard. */
export function CardCanvas({ name }: { name: string }) {
  const t = useT('card')
  const { store, mayEdit } = useCardEditor()
  const design = useDesign()
  const selected = store.use((state) => state.selected)
  const elements = useMemo(() => drawCard(design, sampleData(design), { keepEmpty: true }), [design])
  const firsts = useMemo(() => new Set(firstsIn(elements)), [elements])
  const refocused = useRef('')
  // A moved element is mounted again and loses the focus, so restore it.
  useEffect(() => {
    if (!refocused.current) return
    document.querySelector<HTMLElement>(`[data-element="${refocused.current}"]`)?.focus()
    refocused.current = ''
  })
  const move = (id: string, by: -1 | 1) => {
    refocused.current = id
    store.edit((now) => stepElement(now, id, by))
  }
  const remove = (id: string) => {
    store.edit((now) => removeElement(now, id))
    store.select('')
  }
  const duplicate = (id: string) => {
    let copy = ''
    store.edit((now) => {
      const made = duplicateElement(now, id)
      copy = made.id
      return made.design
    })
    if (copy) store.select(copy)
  }
  const onKey = (event: KeyboardEvent, id: string) => {
    if (event.target !== event.currentTarget) return
    const act = {
      Enter: () => store.select(id),
      ' ': () => store.select(id),
      Escape: () => store.select(''),
      ...(mayEdit && {
        Delete: () => remove(id),
        Backspace: () => remove(id),
        ...(event.altKey && { ArrowUp: () => move(id, -1), ArrowDown: () => move(id, 1) }),
        ...((event.metaKey || event.ctrlKey) && { d: () => duplicate(id) }),
      }),
    }[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const frame = (element: Drawn, content: ReactNode) => {
    // The content is inert. It can be tried in the preview of a bot.
    if (!firsts.has(element)) return <div inert>{content}</div>
    const isSelected = element.id === selected
    const isHolding = isHolder(element)
    return (
      <div className="relative">
        <div
          role="button"
          tabIndex={0}
          aria-pressed={isSelected}
          aria-label={t(`element.${element.type}`)}
          data-element={element.id}
          className={cn(
            'pointer-events-auto absolute -inset-1 rounded-md outline-2 outline-transparent',
            isSelected ? 'outline-brand-solid' : 'hover:outline-line',
            // The frames of the elements in a container are above its own frame.
            !isHolding && 'z-1',
          )}
          onClick={() => store.select(element.id)}
          onKeyDown={(event) => onKey(event, element.id)}
        />
        <div inert={!isHolding} className={isHolding ? 'pointer-events-none relative min-h-8' : undefined}>
          {content}
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-center gap-3 p-6">
      <div className="flex h-8 items-center gap-1">
        {selected && mayEdit && (
          <div role="toolbar" aria-label={t('canvas.tools')} className="flex gap-1">
            <IconButton
              icon={ArrowUp}
              label={t('canvas.up')}
              onClick={() => store.edit((now) => stepElement(now, selected, -1))}
            />
            <IconButton
              icon={ArrowDown}
              label={t('canvas.down')}
              onClick={() => store.edit((now) => stepElement(now, selected, 1))}
            />
            <IconButton icon={Copy} label={t('canvas.duplicate')} onClick={() => duplicate(selected)} />
            <IconButton icon={Trash2} kind="danger" label={t('canvas.delete')} onClick={() => remove(selected)} />
          </div>
        )}
      </div>
      <div className="w-full max-w-md">
        <DrawnCard name={name} elements={elements} frame={frame} />
      </div>
      {elements.length === 0 && <p className="text-mute">{t('canvas.empty')}</p>}
    </div>
  )
}

/** The items of a list repeat the same elements. Only those of the first item can be selected. */
function firstsIn(elements: readonly Drawn[]): Drawn[] {
  return elements.flatMap((element) => [
    element,
    ...(element.type === 'columns' ? element.columns.flatMap(firstsIn) : []),
    ...(element.type === 'list' || element.type === 'slides' ? firstsIn(element.items[0] ?? []) : []),
  ])
}

const isHolder = ({ type }: Drawn): boolean => type === 'columns' || type === 'list' || type === 'slides'
