import { Mic, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { useRecorder } from '../use-recorder.ts'
import { asWav } from '../wav.ts'

const MAX_BYTES = 10 * 1024 * 1024

interface SoundInputProps {
  value: File | undefined
  onChange: (sound: File | undefined) => void
  /** The sample rate in Hz to which the recording is converted. */
  rate: number
}

/** A recording from the microphone or a file. It can be played before it is used. */
export function SoundInput({ value, onChange, rate }: SoundInputProps) {
  const t = useT('voice')
  const [isUnreadable, setUnreadable] = useState(false)
  async function take(sound: Blob) {
    setUnreadable(false)
    try {
      onChange(await asWav(sound, rate))
    } catch {
      onChange(undefined)
      setUnreadable(true)
    }
  }
  const { isRecording, fault, start, stop } = useRecorder((sound) => void take(sound))
  return (
    <div role="group" aria-label={t('sound')} className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        {isRecording ? (
          <Button icon={Square} onClick={stop}>
            {t('sound.stop')}
          </Button>
        ) : (
          <Button icon={Mic} onClick={start}>
            {t('sound.record')}
          </Button>
        )}
        <span role="status" className="text-small text-mute">
          {isRecording ? t('sound.recording') : value ? t('sound.ready') : ''}
        </span>
      </div>
      <FileDrop
        accept="audio/*,video/webm"
        maxBytes={MAX_BYTES}
        maxCount={1}
        disabled={isRecording}
        note={t('sound.note')}
        onFiles={([file]) => file && void take(file)}
      />
      {value && <Playback sound={value} />}
      {(fault || isUnreadable) && (
        <p role="alert" className="text-small text-err">
          {fault ? t(`sound.fault.${fault}`) : t('sound.fault.unreadable')}
        </p>
      )}
    </div>
  )
}

function Playback({ sound }: { sound: File }) {
  const t = useT('voice')
  const player = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(sound)
    if (player.current) player.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [sound])
  return <audio ref={player} controls aria-label={t('sound.play')} className="h-10 w-full" />
}
