import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { ModelGuide, modelListQuery } from '#domains/chat/model/index.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { SwitchBlock } from './switch-block.tsx'

const browserVoice = 'browser'

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
                  { value: browserVoice, label: t('voice.browserName') },
                  ...known
                    .filter((voice) => voice.language === language)
                    .map((voice) => ({ value: voice.id, label: voice.name, description: voice.style_name })),
                ]}
                value={voices.i18n_lang_voice_str[language] || browserVoice}
                disabled={isReadOnly}
                onChange={(id) =>
                  change({
                    i18n_lang_voice_str: {
                      ...voices.i18n_lang_voice_str,
                      [language]: id === browserVoice ? '' : id,
                    },
                  })
                }
              />
            </Field>
          ))
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
