import { Download } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { download } from '../download.ts'

interface PictureProps {
  src: string
  name: string
  className: string
}

/** A picture of the conversation, which opens at full size and can be saved. */
export function Picture({ src, name, className }: PictureProps) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState(false)
  const title = name || t('picture.title')
  return (
    <>
      <button type="button" aria-label={t('picture.open', { name: title })} onClick={() => setOpen(true)}>
        <img src={src} alt={name} className={className} />
      </button>
      {isOpen && (
        <Dialog
          open
          size="lg"
          title={title}
          onOpenChange={setOpen}
          footer={
            <Button icon={Download} onClick={() => void download(src, name || 'picture', 'image')}>
              {t('download')}
            </Button>
          }
        >
          <img src={src} alt={name} className="mx-auto max-h-[70vh] max-w-full rounded-md object-contain" />
        </Dialog>
      )}
    </>
  )
}
