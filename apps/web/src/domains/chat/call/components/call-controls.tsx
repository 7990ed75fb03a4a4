import { Captions, CaptionsOff, Mic, MicOff, PhoneOff, Settings2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { CallSettings, type CallSettingsProps } from './call-settings.tsx'

interface CallControlsProps extends CallSettingsProps {
  areCaptionsShown: boolean
  onCaptions: (shown: boolean) => void
  onEnd: () => void
}
/** The buttons of a call. */
export function CallControls(props: CallControlsProps) {
  const t = useT('call')
  const { options, onChange, areCaptionsShown: areShown, onCaptions, onEnd } = props
  const { isMuted } = options
  return (
    <div role="group" aria-label={t('controls')} className="flex items-center justify-center gap-2 pt-2">
      <IconButton
        size="lg"
        kind="plain"
        icon={isMuted ? MicOff : Mic}
        label={isMuted ? t('unmute') : t('mute')}
        pressed={isMuted}
        onClick={() => onChange({ isMuted: !isMuted })}
      />
      <IconButton
        size="lg"
        kind="plain"
        icon={areShown ? Captions : CaptionsOff}
        label={areShown ? t('captions.hide') : t('captions.show')}
        pressed={areShown}
        onClick={() => onCaptions(!areShown)}
      />
      <Popover
        trigger={<IconButton size="lg" kind="plain" icon={Settings2} label={t('settings')} />}
        title={t('settings')}
        side="top"
        align="center"
      >
        <CallSettings options={options} onChange={onChange} isReady={props.isReady} groups={props.groups} />
      </Popover>
      <Button kind="danger" icon={PhoneOff} className="ml-4" onClick={onEnd}>
        {t('end')}
      </Button>
    </div>
  )
}
