import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { isCovered, useKeys } from '#lib/keys.ts'
import { useStored } from '#lib/local-store.ts'
import { clamp } from '#lib/panel-sizes.ts'
import { IconButton } from './icon-button.tsx'
import { ResizeHandle } from './resize-handle.tsx'

interface SideSheetProps {
  /** The kind of sheet: its width is stored under this name. */
  kind: string
  title: ReactNode
  /** One line below the title. */
  caption?: ReactNode
  tile?: ReactNode
  actions?: ReactNode
  onClose: () => void
  /** 400 for a form, 460 for a run, 520 for a span, 472 for a drawer. */
  width?: number
  min?: number
  max?: number
  /** Beside the page as a part of it, or over it as a drawer that leaves the list usable. */
  place?: 'beside' | 'over'
  children: ReactNode
}

/** Not modal: the page beside it remains usable. Esc closes it. */
export function SideSheet(props: SideSheetProps) {
  const { kind, title, caption, tile, actions, onClose, width = 400, min = 360, max = 640, place = 'beside' } = props
  const t = useT('ui')
  const titleId = useId()
  const [stored, setStored] = useStored(`sheet.${kind}`, width)
  const now = clamp(stored, min, max)
  useKeys('Escape', onClose)
  return (
    <aside
      aria-labelledby={titleId}
      style={{ width: now }}
      onKeyDown={(event) => {
        // Shortcuts of the page are off in text fields, so Esc is handled here too. If a popup opened from the sheet is
        // open, Esc closes the popup instead.
        const inside = event.currentTarget.contains(event.target as Node)
        if (inside && event.key === 'Escape' && !event.defaultPrevented && !isCovered()) {
          event.preventDefault()
          onClose()
        }
      }}
      className={cn(
        'flex shrink-0 bg-card',
        // In a small window the page keeps nearly half of the width.
        place === 'beside' ? 'max-w-[min(100%,max(360px,55%))]' : 'max-w-full',
        place === 'over' && 'absolute inset-y-0 right-0 z-sheet animate-sheet shadow-dialog',
      )}
    >
      <ResizeHandle
        label={t('resizeSheet')}
        now={now}
        min={min}
        max={max}
        onMove={(delta) => setStored(clamp(now - delta, min, max))}
        onReset={() => setStored(width)}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex min-h-12 shrink-0 items-center gap-2.5 border-b border-line py-1.5 pr-3 pl-4">
          {tile}
          <div className="min-w-0 flex-1">
            <h2 id={titleId} className="truncate font-semibold">
              {title}
            </h2>
            {caption && <p className="truncate text-caption text-mute">{caption}</p>}
          </div>
          {actions}
          <IconButton icon={X} label={t('close')} keys="Escape" onClick={onClose} />
        </header>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{props.children}</div>
      </div>
    </aside>
  )
}

/** A section of a sheet, separated from the next by a line. */
export function SheetSection({
  title,
  tools,
  children,
}: {
  title?: ReactNode
  tools?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="border-b border-line px-4 py-3 last:border-b-0">
      {title && (
        <div className="mb-1 flex h-7 items-center justify-between gap-2">
          <h3 className="truncate font-semibold">{title}</h3>
          {tools}
        </div>
      )}
      {children}
    </section>
  )
}
