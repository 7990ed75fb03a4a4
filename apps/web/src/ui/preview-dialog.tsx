import type { ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import { Dialog } from './dialog.tsx'

interface PreviewDialogProps {
  title: ReactNode
  text: ReactNode
  /** Shown if a phone cannot reach the address. */
  note?: ReactNode
  /** The QR code as an image; empty until it is generated. */
  qr: string
  url: string
  qrLabel: string
  openLabel: string
  onClose: () => void
}
/** A link for another device, as a QR code, which can also be opened here. */
export function PreviewDialog({ title, text, note, qr, url, qrLabel, openLabel, onClose }: PreviewDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={text}>
      <div className="flex flex-col items-center gap-3 pb-2">
        {qr && <img src={qr} alt={qrLabel} className="size-48 rounded-md bg-white" />}
        {note && <p className="text-warn">{note}</p>}
        {url && (
          <a href={url} target="_blank" rel="noreferrer" className={buttonStyle('solid')}>
            {openLabel}
          </a>
        )}
      </div>
    </Dialog>
  )
}
