import { ModelFunction } from '@orrery/contract/shared/model-support'
import { DEFAULT_VOICE } from '@orrery/contract/shared/voice-choice'
import { useQuery } from '@tanstack/react-query'
import { AudioLines } from 'lucide-react'
import { cloningVoice } from '#lib/clone-voice.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { ModelGuide, modelListQuery } from '#domains/chat/model/index.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { SwitchBlock } from './switch-block.tsx'

const browserVoice = 'browser'

const shownVoice = (stored: string | undefined) => (stored === undefined ? DEFAULT_VOICE : stored || browserVoice)
/** The default one is chosen by choosing none; an empty one is that of the reader's browser. */
function withVoice(chosen: Readonly<Record<string, string>>, language: string, id: string): Record<string, string> {
  const rest = Object.entries(chosen).filter(([key]) => key !== language)
  const own = id === DEFAULT_VOICE ? [] : [[language, id === browserVoice ? '' : id]]
  return Object.fromEntries([...rest, ...own]) as Record<string, string>
}

/** Answers read aloud. Without voices of the instance the browser of the reader speaks. */
export function VoiceBlock() {
  const t = useT('bot')
  const { spaceId, isReadOnly } = useEditor()
  const { data } = useQuery(modelListQuery(spaceId))
  const [voices, change] = useGroup('voices_info')
  const known = data?.voice_list ?? []
  const languages = [...new Set(known.map((voice) => voice.language))]
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
        {known.length === 0 ? (
          <>
            <p className="text-small text-mute">{t('voice.browser')}</p>
            <ModelGuide spaceId={spaceId} className="text-small text-mute" />
          </>
        ) : (
          languages.map((language) => (
            <Field key={language} label={language ? t('voice.of', { language }) : t('voice.any')}>
              <Select
                items={[
                  { value: DEFAULT_VOICE, label: t('voice.default') },
                  { value: browserVoice, label: t('voice.browserName') },
                  ...known
                    .filter((voice) => voice.language === language)
                    .map((voice) => ({ value: voice.id, label: voice.name, description: voice.style_name })),
                ]}
                value={shownVoice(voices.i18n_lang_voice_str[language])}
                disabled={isReadOnly}
                onChange={(id) => change({ i18n_lang_voice_str: withVoice(voices.i18n_lang_voice_str, language, id) })}
              />
            </Field>
          ))
        )}
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
