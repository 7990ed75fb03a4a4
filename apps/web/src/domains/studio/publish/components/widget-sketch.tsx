import { MessageCircle, SendHorizontal, X } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'

interface WidgetSketchProps {
  title: string
  color: string
  side: 'left' | 'right'
  theme: 'system' | 'light' | 'dark'
}

/** A small sketch of the chat and its button on a page, with the selected settings. */
export function WidgetSketch({ title, color, side, theme }: WidgetSketchProps) {
  const t = useT('publish')
  const isLeft = side === 'left'
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-small text-mute">{t('widget.preview')}</figcaption>
      <div
        aria-hidden
        style={theme === 'system' ? undefined : { colorScheme: theme }}
        className={cn(
          'flex h-44 items-end gap-3 rounded-lg border border-line bg-page p-3 text-ink',
          isLeft ? 'flex-row' : 'flex-row-reverse',
        )}
      >
        <div className="flex h-full w-44 flex-col overflow-hidden rounded-lg border border-line bg-card shadow-float">
          <p className="flex items-center gap-1.5 border-b border-line px-2 py-1.5 text-caption font-semibold">
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <Icon of={X} size={12} className="text-mute" />
          </p>
          <span className="m-2 h-4 w-3/5 rounded-md bg-page" />
          <span className="mx-2 h-4 w-2/5 self-end rounded-md bg-brand-solid" />
          <span className="m-2 mt-auto flex h-6 items-center justify-end rounded-md border border-line px-1.5 text-mute">
            <Icon of={SendHorizontal} size={12} />
          </span>
        </div>
        <span
          style={{ background: color }}
          className="flex size-9 shrink-0 items-center justify-center rounded-full text-white shadow-float"
        >
          <Icon of={MessageCircle} size={18} />
        </span>
      </div>
    </figure>
  )
}
