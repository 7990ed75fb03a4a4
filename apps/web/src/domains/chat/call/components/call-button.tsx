import { Phone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { CallRoom } from '../call-socket.ts'

/** Loaded on demand, because most people write. */
const CallScreen = lazy(async () => ({ default: (await import('./call-screen.tsx')).CallScreen }))

export interface CalledBot {
  id: string
  name: string
  iconUrl?: string | undefined
}
interface CallButtonProps {
  bot: CalledBot
  openRoom: () => Promise<CallRoom>
  /** Called when everything said is part of the conversation. */
  onEnd: () => void
  disabled?: boolean
}
/** Opens a call with a bot. */
export function CallButton({ bot, openRoom, onEnd, disabled }: CallButtonProps) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={Phone} label={t('call')} disabled={disabled} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <CallScreen bot={bot} openRoom={openRoom} onClose={() => setOpen(false)} onEnd={onEnd} />
        </Suspense>
      )}
    </>
  )
}
