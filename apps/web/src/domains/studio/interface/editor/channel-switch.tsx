import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { useT } from '#lib/i18n.ts'
import { Segmented } from '#ui/segmented.tsx'

interface ChannelSwitchProps {
  value: InterfaceChannel
  onChange: (channel: InterfaceChannel) => void
}

/** Chooses between the pages for browsers and those for phones. */
export function ChannelSwitch({ value, onChange }: ChannelSwitchProps) {
  const t = useT('interface')
  return (
    <Segmented
      size="sm"
      label={t('channel')}
      value={String(value)}
      onChange={(next) => onChange(Number(next) as InterfaceChannel)}
      items={[
        { value: String(InterfaceChannel.web), label: t('channel.web') },
        { value: String(InterfaceChannel.client), label: t('channel.phone') },
      ]}
    />
  )
}
