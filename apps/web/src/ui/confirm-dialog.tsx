import { useState, type ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** States what will happen and whether it can be undone. */
  text: ReactNode
  /** Information needed for the decision, for example what else is affected. */
  details?: ReactNode
  /** A verb and its object: "Delete trips". */
  action: string
  danger?: boolean
  /** For actions that cannot be undone: the name to type before confirming. */
  askName?: string
  /** Closes the dialog on success; an error is shown in it. */
  onConfirm: () => void | Promise<void>
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, text, details, action, danger, askName, onConfirm } = props
  const t = useT('ui')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const ready = askName === undefined || typed.trim() === askName.trim()

  const change = (next: boolean) => {
    if (busy) return
    setTyped('')
    setError(null)
    onOpenChange(next)
  }
  const confirm = async () => {
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      setTyped('')
      onOpenChange(false)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      description={text}
      keepOnOutsidePress={typed !== ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !busy) void confirm()
      }}
      footer={
        <>
          <Button onClick={() => change(false)}>{t('cancel')}</Button>
          <Button type="submit" kind={danger ? 'danger' : 'solid'} disabled={!ready} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      {(details || askName !== undefined || error !== null) && (
        <div className="flex flex-col gap-3">
          {details}
          {askName !== undefined && (
            <Field label={t('confirm.typeName', { name: askName })}>
              <Input
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
          )}
          {error !== null && <ErrorPanel error={error} />}
        </div>
      )}
    </Dialog>
  )
}
