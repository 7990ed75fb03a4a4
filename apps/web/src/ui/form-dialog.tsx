import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { ErrorPanel } from './error-panel.tsx'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  /** Something was typed that a press beside the dialog must not lose. */
  isDirty: boolean
  isReady: boolean
  isBusy?: boolean
  /** What came of the last try. */
  error?: unknown
  cancel: string
  /** A verb and the thing. */
  action: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog that asks for some fields and does one thing with them. */
export function FormDialog(props: FormDialogProps) {
  const { isReady, isBusy = false, error, onSubmit, onClose } = props
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
          <Button onClick={onClose}>{props.cancel}</Button>
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
