import { useEffect, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import type { Call } from '../call.ts'
import { type AudioChoice, microphones } from '../microphone.ts'

interface CallSettingsProps {
  call: Call
  isPushed: boolean
  onPush: (on: boolean) => void
  /** The microphone is open: only then do browsers name it. */
  isReady: boolean
}
/** Which microphone, how loud the bot is, and whether a key has to be held to speak. */
export function CallSettings({ call, isPushed, onPush, isReady }: CallSettingsProps) {
  const t = useT('call')
  const [known, setKnown] = useState<AudioChoice[]>([])
  const [device, setDevice] = useState('')
  const [volume, setVolume] = useState(100)
  useEffect(() => {
    if (!isReady || !(navigator.mediaDevices as MediaDevices | undefined)) return
    let isLeft = false
    void microphones().then((found) => isLeft || setKnown(found))
    return () => void (isLeft = true)
  }, [isReady])
  const choose = (id: string) => {
    setDevice(id)
    void call.change({ deviceId: id })
  }
  return (
    <div className="flex flex-col gap-3">
      {known.length > 1 && (
        <Field label={t('microphone')}>
          <Select
            items={known.map(({ id, name }) => ({ value: id, label: name }))}
            value={device || known[0]!.id}
            onChange={choose}
          />
        </Field>
      )}
      <Field label={t('volume')}>
        <Slider
          label={t('volume')}
          value={volume}
          min={0}
          max={100}
          unit="%"
          onChange={(value) => {
            setVolume(value)
            call.setVolume(value / 100)
          }}
        />
      </Field>
      <Switch checked={isPushed} onChange={onPush}>
        {t('push')}
      </Switch>
    </div>
  )
}
