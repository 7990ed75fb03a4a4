import { Phone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { CallRoom } from '../call.ts'

/** Read when somebody calls: most people write. */
const CallScreen = lazy(async () => ({ default: (await import('./call-screen.tsx')).CallScreen }))

interface CallButtonProps {
  name: string
  openRoom: () => Promise<CallRoom>
  onEnd: () => void
  disabled?: boolean
}
/** Opens a call with a bot. */
export function CallButton({ name, openRoom, onEnd, disabled }: CallButtonProps) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onEnd()
  }
  return (
    <>
      <IconButton icon={Phone} label={t('call')} disabled={disabled} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <CallScreen name={name} openRoom={openRoom} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
