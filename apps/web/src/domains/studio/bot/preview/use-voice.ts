import { chooseVoice, SPOKEN_CHARS } from '@orrery/contract/shared/voice-choice'
import { useCallback } from 'react'
import { api } from '#lib/api.ts'
import { type ChatFrame, type ChatStore, useReading } from '#domains/chat/chat/index.ts'
import { useDraft, useEditor } from '../draft/draft-context.ts'

/** Reads the answers of the draft aloud. */
export function useVoice(store: ChatStore): ChatFrame['voice'] {
  const { spaceId } = useEditor()
  const { muted, autoplay, i18n_lang_voice_str: chosen } = useDraft((draft) => draft.info.voices_info)
  const sound = useCallback(
    (_: string, text: string, signal: AbortSignal) => {
      const voice = chooseVoice(chosen, text)
      if (!voice) return undefined
      const input = text.slice(0, SPOKEN_CHARS)
      return api.openVoice.speech({ space_id: spaceId, voice_id: voice, input }, { signal })
    },
    [spaceId, chosen],
  )
  return useReading(store, { isOn: !muted, isAuto: autoplay, sound })
}
