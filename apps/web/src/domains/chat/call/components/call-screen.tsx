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
  /** Everything that was said is in the conversation. */
  onEnd: () => void
}

/** A call with a bot. When it has ended it can be made again. */
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

/** It lasts as long as it is shown. */
function OneCall({ bot, openRoom, onClose, onEnd, onAgain }: CallScreenProps & { onAgain: () => void }) {
  const [call] = useState(() => createCall(openRoom))
  const done = useEffectEvent(() => onEnd())
  useEffect(() => {
    // Later, so that one that is taken off at once, as React does to find faults, has not begun.
    const begin = setTimeout(() => void call.begin())
    return () => {
      clearTimeout(begin)
      call.end()
      void call.parted.then(() => done())
    }
  }, [call])
  return <CallBody bot={bot} call={call} onClose={onClose} onAgain={onAgain} />
}
