import { useEffect, useEffectEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Dialog } from '#ui/dialog.tsx'
import { createCall } from '../call.ts'
import type { CallRoom } from '../call-socket.ts'
import { CallBody } from './call-body.tsx'
import type { CalledBot } from './call-button.tsx'

interface CallScreenProps {
  bot: CalledBot
  openRoom: () => Promise<CallRoom>
  onClose: () => void
  /** Called when everything said is part of the conversation. */
  onEnd: () => void
}

/** A call with a bot. A finished call can be started again. */
export function CallScreen(props: CallScreenProps) {
  const t = useT('call')
  const [attempt, setAttempt] = useState(0)
  return (
    <Dialog
      open
      size="md"
      title={t('title', { name: props.bot.name })}
      keepOnOutsidePress
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
    >
      <OneCall key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
    </Dialog>
  )
}

/** A single call that lasts as long as the component is mounted. */
function OneCall({ bot, openRoom, onClose, onEnd, onAgain }: CallScreenProps & { onAgain: () => void }) {
  const [call] = useState(() => createCall(openRoom))
  const done = useEffectEvent(() => onEnd())
  useEffect(() => {
    // Delayed, so that a component that is unmounted at once (Strict Mode) does not start a call.
    const begin = setTimeout(() => void call.begin())
    return () => {
      clearTimeout(begin)
      call.end()
      void call.finished.then(() => done())
    }
  }, [call])
  return <CallBody bot={bot} call={call} onClose={onClose} onAgain={onAgain} />
}
