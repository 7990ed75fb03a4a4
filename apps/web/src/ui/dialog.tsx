import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { FormEvent, ReactElement, ReactNode, RefObject } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { matchesKeys } from '#lib/keys.ts'
import { IconButton } from './icon-button.tsx'
import { keepTabInside } from './keep-tab-inside.ts'

const widths = { sm: 'max-w-110', md: 'max-w-140', lg: 'max-w-220' }

export interface DialogProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  /** 440 for a question, 560 for a form, 880 for a wizard. */
  size?: keyof typeof widths
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** Makes the content a form: Enter in a field and mod+Enter anywhere submit it. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** The element that gets the focus first; by default the first field. */
  initialFocus?: RefObject<HTMLElement | null>
  /** With unsaved input, a click outside does not close the dialog. */
  keepOnOutsidePress?: boolean
  className?: string
  children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    trigger,
    title,
    description,
    size = 'sm',
    footer,
    onSubmit,
    initialFocus,
    className,
  } = props
  const t = useT('ui')
  const content = (
    <>
      {props.children && <div className="min-h-0 flex-1 overflow-y-auto px-6 py-1">{props.children}</div>}
      {footer && <div className="flex shrink-0 items-center justify-end gap-2 px-6 pt-4">{footer}</div>}
    </>
  )
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} disablePointerDismissal={props.keepOnOutsidePress}>
      {trigger && <Base.Trigger render={trigger} />}
      {/* The portal defines the layer: popups opened inside the dialog are portalled into it and thus above it. */}
      <Base.Portal className="relative z-dialog">
        <Base.Backdrop className="fade-motion fixed inset-0 bg-scrim" />
        <Base.Viewport className="fixed inset-0 flex items-center justify-center p-4">
          <Base.Popup
            initialFocus={initialFocus ?? firstField}
            onKeyDown={keepTabInside}
            className={cn(
              'dialog-motion relative flex max-h-full w-full flex-col rounded-xl border border-line bg-raised py-6 text-ink shadow-dialog outline-none',
              widths[size],
              className,
            )}
          >
            <header className="shrink-0 px-6 pb-4">
              <Base.Title className="pr-8 text-dialog font-semibold wrap-anywhere">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-mute">{description}</Base.Description>}
            </header>
            {onSubmit ? (
              <form noValidate onSubmit={onSubmit} onKeyDown={sendByKeys} className="flex min-h-0 flex-1 flex-col">
                {content}
              </form>
            ) : (
              content
            )}
            <Base.Close render={<IconButton icon={X} label={t('close')} className="absolute top-5 right-5" />} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The first field. Without one the library chooses a button; the close button is last in the order. */
function firstField(): HTMLElement | null | boolean {
  const popup = document.querySelector(
    '[data-base-ui-portal] [role="dialog"][data-open]:not([data-nested-dialog-open])',
  )
  return (
    popup?.querySelector<HTMLElement>('input:not([type="hidden"], [hidden], :disabled), textarea:not(:disabled)') ??
    true
  )
}

function sendByKeys(event: React.KeyboardEvent<HTMLFormElement>): void {
  if (!matchesKeys(event.nativeEvent, 'mod+enter')) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
