import { DEFAULT_VOICE } from '@orrery/contract/shared/voice-choice'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { modelListQuery } from '../model.queries.ts'
import { ModelGuide } from './model-guide.tsx'

export type ChosenVoices = Readonly<Record<string, string>>
interface VoiceFieldsProps {
  spaceId: string
  /** By language. */
  chosen: ChosenVoices
  disabled?: boolean
  onChange: (chosen: Record<string, string>) => void
}
const browserVoice = 'browser'

const shownVoice = (stored: string | undefined) => (stored === undefined ? DEFAULT_VOICE : stored || browserVoice)
/** The default voice is stored as no entry, the voice of the browser as an empty one. */
function withVoice(chosen: ChosenVoices, language: string, id: string): Record<string, string> {
  const rest = Object.entries(chosen).filter(([key]) => key !== language)
  const own = id === DEFAULT_VOICE ? [] : [[language, id === browserVoice ? '' : id]]
  return Object.fromEntries([...rest, ...own]) as Record<string, string>
}

/** A voice for each available language. Without any voices the browser of the user speaks. */
export function VoiceFields({ spaceId, chosen, disabled, onChange }: VoiceFieldsProps) {
  const t = useT('model')
  const { data } = useQuery(modelListQuery(spaceId))
  const known = data?.voice_list ?? []
  if (known.length === 0)
    return (
      <>
        <p className="text-small text-mute">{t('voice.browser')}</p>
        <ModelGuide spaceId={spaceId} className="text-small text-mute" />
      </>
    )
  const languages = [...new Set(known.map((voice) => voice.language))]
  return languages.map((language) => (
    <Field key={language} label={language ? t('voice.of', { language }) : t('voice.any')}>
      <Select
        items={[
          { value: DEFAULT_VOICE, label: t('voice.default') },
          { value: browserVoice, label: t('voice.browserName') },
          ...known
            .filter((voice) => voice.language === language)
            .map((voice) => ({ value: voice.id, label: voice.name, description: voice.style_name })),
        ]}
        value={shownVoice(chosen[language])}
        disabled={disabled}
        onChange={(id) => onChange(withVoice(chosen, language, id))}
      />
    </Field>
  ))
}
