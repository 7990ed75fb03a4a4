import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import type { CallOptions } from '../call.ts'
import { type AudioDevice, useAudioDevices } from '../devices.ts'
import { canChooseSpeaker } from '../speaker.ts'

export interface CallSettingsProps {
  options: CallOptions
  onChange: (next: Partial<CallOptions>) => void
  /** Whether the microphone is open: only then do browsers return the names of devices. */
  isReady: boolean
  /** Groups of people who can be recognised by their voices. */
  groups: readonly AudioDevice[]
}
const nobody = 'nobody'

/** Devices, volume, and whether a key must be held to speak. */
export function CallSettings({ options, onChange, isReady, groups }: CallSettingsProps) {
  const t = useT('call')
  const { microphones, speakers } = useAudioDevices(isReady)
  return (
    <div className="flex flex-col gap-3">
      <DeviceField
        label={t('microphone')}
        devices={microphones}
        chosen={options.microphone}
        onChoose={(microphone) => onChange({ microphone })}
      />
      {canChooseSpeaker() && (
        <DeviceField
          label={t('loudspeaker')}
          devices={speakers}
          chosen={options.loudspeaker}
          onChoose={(loudspeaker) => onChange({ loudspeaker })}
        />
      )}
      {groups.length > 0 && (
        <Field label={t('speakers')}>
          <Select
            items={[
              { value: nobody, label: t('speakers.none') },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={options.group || nobody}
            onChange={(id) => onChange({ group: id === nobody ? '' : id })}
          />
        </Field>
      )}
      <Field label={t('volume')}>
        <Slider
          label={t('volume')}
          value={Math.round(options.volume * 100)}
          min={0}
          max={100}
          unit="%"
          onChange={(value) => onChange({ volume: value / 100 })}
        />
      </Field>
      <Switch checked={options.isPushed} onChange={(isPushed) => onChange({ isPushed })}>
        {t('push')}
      </Switch>
    </div>
  )
}

interface DeviceFieldProps {
  label: string
  devices: AudioDevice[]
  chosen: string
  onChoose: (id: string) => void
}
function DeviceField({ label, devices, chosen, onChoose }: DeviceFieldProps) {
  if (devices.length === 0) return null
  return (
    <Field label={label}>
      <Select
        items={devices.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen || devices[0]!.id}
        onChange={onChoose}
      />
    </Field>
  )
}
