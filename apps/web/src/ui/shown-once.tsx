import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { useCopy } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface ShownOnceProps {
  value: string
  title: string
  warning: string
  label: string
  /** Explains how to use the secret. */
  how: ReactNode
  copy: string
  copied: string
  done: string
  onClose: () => void
}

/** Shows a secret for the only time. A click outside does not close the dialog. */
export function ShownOnce({ value, title, warning, label, how, copy, copied, done, onClose }: ShownOnceProps) {
  const [isCopied, copyIt] = useCopy(value)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={title}
      keepOnOutsidePress
      footer={
        <Button kind="solid" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Banner inset tone="warn">
          {warning}
        </Banner>
        <Field label={label}>
          <div className="flex gap-2">
            <Input readOnly mono value={value} onFocus={(event) => event.target.select()} />
            <Button icon={isCopied ? Check : Copy} onClick={copyIt}>
              {isCopied ? copied : copy}
            </Button>
            <span role="status" className="sr-only">
              {isCopied ? copied : ''}
            </span>
          </div>
        </Field>
        <p className="text-small text-mute">{how}</p>
      </div>
    </Dialog>
  )
}
