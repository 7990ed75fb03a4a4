import { useEffect, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { Call } from '../call.ts'

const isSpace = ({ code, target }: KeyboardEvent) =>
  code === 'Space' && !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)

/** Push-to-talk: held with the pointer, or with the space bar wherever the focus is. */
export function PushButton({ call }: { call: Call }) {
  const t = useT('call')
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      if (!isSpace(event)) return
      // Otherwise the space bar would press the focused button.
      event.preventDefault()
      event.stopPropagation()
      if (event.repeat) return
      setHeld(true)
      call.hold()
    }
    const release = (event: KeyboardEvent) => {
      if (!isSpace(event)) return
      event.preventDefault()
      event.stopPropagation()
      setHeld(false)
      call.release()
    }
    addEventListener('keydown', hold, true)
    addEventListener('keyup', release, true)
    return () => {
      removeEventListener('keydown', hold, true)
      removeEventListener('keyup', release, true)
    }
  }, [call])
  const letGo = () => {
    setHeld(false)
    call.release()
  }
  return (
    <Button
      kind={isHeld ? 'solid' : 'plain'}
      aria-pressed={isHeld}
      className="self-center"
      onPointerDown={() => {
        setHeld(true)
        call.hold()
      }}
      onPointerUp={letGo}
      onPointerLeave={letGo}
    >
      {isHeld ? t('push.release') : t('push.hold')}
    </Button>
  )
}
