import { useEffect, useEffectEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Dialog } from '#ui/dialog.tsx'
import { type Call, createCall } from '../call.ts'
import type { CallRoom } from '../call-socket.ts'
import type { CalledBot } from './call-button.tsx'
import { CallBody } from './call-body.tsx'

interface CallScreenProps {
  bot: CalledBot
  openRoom: () => Promise<CallRoom>
  onClose: () => void
  /** Everything that was said is in the conversation. */
  onEnd: () => void
}

/** A call with a bot. It lasts as long as its window, or until the connection is lost; then it can be made again. */
export function CallScreen({ bot, openRoom, onClose, onEnd }: CallScreenProps) {
  const t = useT('call')
  const [attempt, setAttempt] = useState(0)
  const [call, setCall] = useState<Call>()
  const open = useEffectEvent(() => openRoom())
  const done = useEffectEvent(() => onEnd())
  useEffect(() => {
    const begun = createCall(() => open())
    setCall(begun)
    void begun.begin()
    return () => {
      begun.end()
      void begun.parted.then(() => done())
    }
  }, [attempt])
  return (
    <Dialog
      open
      size="md"
      title={t('title', { name: bot.name })}
      keepOnOutsidePress
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {call && (
        <CallBody key={attempt} bot={bot} call={call} onClose={onClose} onAgain={() => setAttempt(attempt + 1)} />
      )}
    </Dialog>
  )
}
