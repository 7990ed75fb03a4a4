import { Captions, CaptionsOff, Mic, MicOff, PhoneOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type CallRoom, createCall } from '../call.ts'
import { CallSettings } from './call-settings.tsx'
import { CaptionList } from './caption-list.tsx'
import { PushButton } from './push-button.tsx'
import { Waveform } from './waveform.tsx'

interface CallScreenProps {
  name: string
  openRoom: () => Promise<CallRoom>
  onClose: () => void
}

/** A call with a bot: what is heard and said, who has the word, and how to end it. */
export function CallScreen({ name, openRoom, onClose }: CallScreenProps) {
  const t = useT('call')
  const [call, setCall] = useState(() => createCall(openRoom))
  const { phase, captions, fault, note } = call.store.use()
  const [isMuted, setMuted] = useState(false)
  const [isPushed, setPushed] = useState(false)
  const [areShown, setShown] = useState(true)
  useEffect(() => {
    void call.begin()
    return call.end
  }, [call])
  const again = () => {
    setMuted(false)
    setPushed(false)
    setCall(createCall(openRoom))
  }
  const mute = () => {
    setMuted(!isMuted)
    void call.change({ isMuted: !isMuted })
  }
  const push = (on: boolean) => {
    setPushed(on)
    void call.change({ isPushed: on })
  }
  return (
    <Dialog
      open
      size="md"
      title={name}
      keepOnOutsidePress
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {phase === 'over' && <Button onClick={again}>{t('again')}</Button>}
          <IconButton
            size="lg"
            icon={isMuted ? MicOff : Mic}
            label={isMuted ? t('unmute') : t('mute')}
            pressed={isMuted}
            onClick={mute}
          />
          <IconButton
            size="lg"
            icon={areShown ? Captions : CaptionsOff}
            label={areShown ? t('captions.hide') : t('captions.show')}
            pressed={areShown}
            onClick={() => setShown(!areShown)}
          />
          <Button kind="danger" icon={PhoneOff} onClick={onClose}>
            {t('end')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Waveform call={call} />
        <p role="status" className="text-center text-mute">
          {t(isMuted && phase === 'listening' ? 'phase.muted' : `phase.${phase}`)}
        </p>
        {(fault ?? note) && (
          <p role="alert" className="rounded-md bg-err-soft px-3 py-2 text-small text-err">
            {fault ? t(`fault.${fault}`) : note}
          </p>
        )}
        {isPushed && phase !== 'over' && <PushButton call={call} />}
        {areShown && <CaptionList captions={captions} name={name} />}
        <CallSettings call={call} isPushed={isPushed} onPush={push} isReady={phase !== 'connecting'} />
      </div>
    </Dialog>
  )
}
