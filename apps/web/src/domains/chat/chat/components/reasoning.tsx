import { Brain, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** The reasoning of the model: open while it streams, folded afterwards. */
export function Reasoning({ text, isThinking }: { text: string; isThinking: boolean }) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState<boolean>()
  const open = isOpen ?? isThinking
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-card">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="focus-inset flex h-9 w-full items-center gap-2 px-3 text-left"
      >
        {isThinking ? <Spinner className="text-brand" /> : <Icon of={Brain} size={14} className="text-brand" />}
        <span className="min-w-0 flex-1 truncate font-medium">{isThinking ? t('thinking') : t('thought')}</span>
        <Icon of={ChevronRight} size={14} className={cn('text-mute transition-transform', open && 'rotate-90')} />
      </button>
      {open && (
        <p className="max-h-64 overflow-y-auto border-t border-line px-3 py-2 text-small text-mute wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
    </div>
  )
}
