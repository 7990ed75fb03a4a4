import { ModelFunction } from '@orrery/contract/shared/model-support'
import { AudioLines } from 'lucide-react'
import { cloningVoice } from '#lib/clone-voice.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/switch.tsx'
import { VoiceFields } from '#domains/chat/model/index.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { SwitchBlock } from './switch-block.tsx'

/** Reads answers aloud. If the instance has no voices, the browser of the reader speaks. */
export function VoiceBlock() {
  const t = useT('bot')
  const { spaceId, isReadOnly } = useEditor()
  const [voices, change] = useGroup('voices_info')
  return (
    <SwitchBlock
      tab="tts"
      title={t('block.tts')}
      hint={t('block.tts.hint')}
      needs={ModelFunction.textToSpeech}
      isOn={!voices.muted && voices.autoplay}
      isForm
      onChange={(on) => change({ muted: !on, autoplay: on })}
    >
      <div className="flex flex-col gap-3 px-4 pt-1 pb-1 pl-8">
        <VoiceFields
          spaceId={spaceId}
          chosen={voices.i18n_lang_voice_str}
          disabled={isReadOnly}
          onChange={(chosen) => change({ i18n_lang_voice_str: chosen })}
        />
        {!isReadOnly && (
          <Button size="sm" icon={AudioLines} className="self-start" onClick={() => cloningVoice.set({ spaceId })}>
            {t('voice.clone')}
          </Button>
        )}
        <Switch
          checked={voices.autoplay}
          disabled={isReadOnly}
          onChange={(on) => change({ autoplay: on, muted: !on && voices.muted })}
        >
          {t('voice.autoplay')}
        </Switch>
      </div>
    </SwitchBlock>
  )
}
