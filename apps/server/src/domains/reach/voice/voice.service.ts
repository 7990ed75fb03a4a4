import { chooseVoice, DEFAULT_VOICE, languageOf } from '@orrery/contract/shared/voice-choice'
import type { EgressResponse } from '#kit/egress/answer.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { Manner, TranscriptionRequest } from '#kit/speech/speech-types.ts'
import type { CloneService } from '#domains/chat/clone/clone.service.ts'
import type { KnownModel } from '#domains/chat/model/shared/model-catalog.ts'
import type { KnownVoice, VoiceService } from '#domains/chat/model/voice.service.ts'
import { voiceErrors } from './voice.errors.ts'

export interface OpenVoiceDeps {
  voices: Pick<
    VoiceService,
    'attend' | 'list' | 'speak' | 'speechModels' | 'speechMs' | 'transcribe' | 'transcriptionModels'
  >
  clones: Pick<CloneService, 'ofSpaces'>
}
export interface SpeechOrder {
  /** `model:voice`, as listed. If empty, `model` and `voice` select it. */
  voiceId: string
  model: string
  voice: string
  text: string
  manner: Manner
  signal: AbortSignal
}
/** Matches our id, the provider's name for the model, or its name in this instance. */
const isNamed = (wanted: string) => (model: KnownModel) =>
  model.id === wanted || model.config.model === wanted || model.name === wanted
const isBuiltIn = ({ model }: KnownVoice) => Number(model.isOffline)
export const voiceIdOf = ({ model, id }: KnownVoice): string => `${model.id}:${id}`

/**
 * Speech for programs, which name no space: the first of the caller's spaces that has the requested model is used, with
 * its own providers.
 */
export function createOpenVoices({ voices, clones }: OpenVoiceDeps) {
  /** The first space with a matching speech model, and that model. */
  async function speaker(spaceIds: readonly string[], fits: (model: KnownModel) => boolean) {
    for (const spaceId of spaceIds) {
      const model = (await voices.speechModels(spaceId)).find(fits)
      if (model) return { spaceId, model }
    }
    return undefined
  }

  /** The space of a voice. A cloned voice belongs to one space; other voices to all spaces that have their model. */
  async function spaceOf(voiceId: string, spaceIds: readonly string[]): Promise<string | undefined> {
    if (!voiceId.includes(':')) return (await clones.ofSpaces(spaceIds)).find(({ id }) => id === voiceId)?.spaceId
    const modelId = voiceId.slice(0, voiceId.indexOf(':'))
    return (await speaker(spaceIds, ({ id }) => id === modelId))?.spaceId
  }

  return {
    /** Every voice once, built-in ones last: models of the instance are listed for each space. */
    async list(spaceIds: readonly string[], locale: Locale): Promise<KnownVoice[]> {
      const lists = await Promise.all(spaceIds.map((spaceId) => voices.list(spaceId, locale)))
      const all = lists.flatMap((list) => list.voices).toSorted((a, b) => isBuiltIn(a) - isBuiltIn(b))
      return [...new Map(all.map((voice) => [voiceIdOf(voice), voice])).values()]
    },
    /** The voice that was chosen for the language of a text, or any voice for the language. */
    async voiceFor(
      spaceIds: readonly string[],
      chosen: Readonly<Record<string, string>>,
      text: string,
    ): Promise<string> {
      const own = chooseVoice(chosen, text)
      if (own && own !== DEFAULT_VOICE) return own
      const language = languageOf(text)
      const all = await this.list(spaceIds, 'en')
      const found =
        all.find((voice) => voice.language.toLowerCase().startsWith(language.slice(0, 2))) ??
        all.find((voice) => voice.language === '')
      if (found) return voiceIdOf(found)
      const isChinese = language === 'zh-CN'
      throw voiceErrors.noneSpeaks({
        language: isChinese ? 'Chinese' : 'English',
        languageZh: isChinese ? '中文' : '英文',
      })
    },
    /** Another voice for the same language; the same one if there is no other. */
    async besides(spaceIds: readonly string[], voiceId: string, text: string): Promise<string> {
      const language = languageOf(text).slice(0, 2)
      const all = (await this.list(spaceIds, 'en')).filter(({ language: known }) =>
        known.toLowerCase().startsWith(language),
      )
      const other = all.map(voiceIdOf).find((id) => id !== voiceId)
      return other ?? voiceId
    },
    speechMs: voices.speechMs,
    attend: voices.attend,
    /** Whether built-in speech transcribes, because no provider of these spaces does. */
    async transcribesBuiltIn(spaceIds: readonly string[]): Promise<boolean> {
      const known = await Promise.all(spaceIds.map((spaceId) => voices.transcriptionModels(spaceId)))
      return known.flat().every(({ isOffline }) => isOffline)
    },
    async speak(spaceIds: readonly string[], order: SpeechOrder): Promise<EgressResponse> {
      const { text, manner, signal } = order
      const isAny = order.voiceId === DEFAULT_VOICE
      const voiceId = isAny ? await this.voiceFor(spaceIds, {}, text) : order.voiceId
      if (voiceId) {
        const spaceId = await spaceOf(voiceId, spaceIds)
        if (!spaceId) throw errors.notFound({ what: 'voice' })
        return voices.speak(spaceId, voiceId, text, signal, manner)
      }
      if (!order.model || !order.voice) throw voiceErrors.noVoice()
      const found = await speaker(spaceIds, isNamed(order.model))
      if (!found) throw voiceErrors.noSuchModel({ model: order.model })
      return voices.speak(found.spaceId, `${found.model.id}:${order.voice}`, text, signal, manner)
    },
    /**
     * Transcribes with the named model only, if there is one. Otherwise falls back to the next models and at last the
     * built-in one.
     */
    async transcribe(spaceIds: readonly string[], model: string, request: TranscriptionRequest): Promise<string> {
      let builtIn: KnownModel[] = []
      for (const spaceId of spaceIds) {
        const known = await voices.transcriptionModels(spaceId)
        const fitting = model ? known.filter(isNamed(model)).slice(0, 1) : known
        if (fitting.some(({ isOffline }) => !isOffline)) return voices.transcribe(fitting, request)
        builtIn = fitting
      }
      if (model && builtIn.length === 0) throw voiceErrors.noSuchModel({ model })
      return voices.transcribe(builtIn, request)
    },
  }
}
export type OpenVoices = ReturnType<typeof createOpenVoices>
