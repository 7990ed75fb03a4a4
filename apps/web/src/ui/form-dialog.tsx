import type { FormEvent, ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { ErrorPanel } from './error-panel.tsx'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  /** There is input that a click outside the dialog must not discard. */
  isDirty?: boolean
  isReady: boolean
  /** The state of the call that the dialog makes. */
  call?: { isPending: boolean; error: unknown }
  /** Replaces the error of the call; null if a field shows it. */
  error?: unknown
  /** A verb and its object. */
  action: string
  /** Shown at the left of the footer. */
  extra?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with some fields and one action. */
export function FormDialog({ call, isReady, error = call?.error, onSubmit, onClose, ...props }: FormDialogProps) {
  const t = useT('ui')
  const isBusy = call?.isPending ?? false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) onSubmit()
  }
  return (
    <Dialog
      open
      size={props.size}
      onOpenChange={(open) => !open && onClose()}
      title={props.title}
      description={props.description}
      keepOnOutsidePress={props.isDirty}
      onSubmit={submit}
      footer={
        <>
          {props.extra}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReady} busy={isBusy}>
            {props.action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {props.children}
        {error ? <ErrorPanel error={error} /> : null}
      </div>
    </Dialog>
  )
}
