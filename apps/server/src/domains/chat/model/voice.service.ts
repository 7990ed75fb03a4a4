import { ModelType } from '@orrery/contract'
import { isId } from '@orrery/contract/shared/is-id'
import { DEFAULT_VOICE, languageOf } from '@orrery/contract/shared/voice-choice'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { EgressResponse } from '#kit/egress/answer.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import { listVoices, speak, transcribe } from '#kit/speech/speech.ts'
import type { OfflineSpeech } from '#kit/speech/offline/offline.ts'
import type { Manner, TranscriptionRequest, Voice } from '#kit/speech/speech-types.ts'
import { createCache } from '#kit/cache.ts'
import { type KnownModel, offlineTranscription, offlineVoices } from './shared/model-catalog.ts'
import { modelDomainErrors } from './model.errors.ts'
import type { ModelService } from './model.service.ts'
import { isProviderFault } from './provider-fault.ts'

export interface VoiceDeps {
  models: Pick<ModelService, 'list'>
  egress: Egress
  bus: Bus
  clock: Clock
  /** Built-in speech, used after all configured models; undefined if it is switched off. */
  offline?: OfflineSpeech | undefined
  /** Cloned voices. Each belongs to one space, even if other spaces use the same provider. */
  clones: {
    hiddenFrom(spaceId: string): Promise<ReadonlySet<string>>
    find(id: string): Promise<{ spaceId: string; modelId: string | null; speakerId: string } | undefined>
  }
}
export interface KnownVoice extends Voice {
  model: KnownModel
}
interface Order {
  voice: string
  text: string
  signal: AbortSignal
  manner: Manner
}
const KEEP_MS = 10 * 60_000
/** One fallback after the first provider: people who wait for an answer do not wait for a third. */
const TRIES = 2

/**
 * Voices of the speech models of a space, and its transcription models. Lists of voices are cached, since requesting
 * them from every server each time would be slow.
 */
export function createVoiceService({ models, egress, bus, clock, clones, offline }: VoiceDeps) {
  const modelsOf = async (type: ModelType, spaceId: string | undefined) =>
    (await models.list(spaceId)).filter((model) => model.type === type && model.enabled)
  const speechModels = async (spaceId: string | undefined) => [
    ...(await modelsOf(ModelType.speech, spaceId)),
    ...(offline ? [offlineVoices] : []),
  ]
  const transcriptionModels = async (spaceId: string | undefined) => [
    ...(await modelsOf(ModelType.transcription, spaceId)),
    ...(offline?.canTranscribe() ? [offlineTranscription] : []),
  ]
  const speakWith = ({ isOffline, config }: KnownModel, { manner, ...order }: Order) =>
    (isOffline ? offline!.driver.speak : speak)(config, egress, { ...manner, ...order })

  const voicesOf = createCache<Voice[]>({
    bus,
    clearOn: ['model'],
    limit: 1000,
    ttl: { ms: KEEP_MS, clock },
    async load(modelId, spaceId) {
      const model = (await speechModels(spaceId || undefined)).find(({ id }) => id === modelId)
      if (!model) return []
      return (model.isOffline ? offline!.driver.listVoices : listVoices)(model.config, egress)
    },
  })

  const none: ReadonlySet<string> = new Set()
  async function offered(modelId: string, spaceId: string | undefined): Promise<Voice[]> {
    const [voices, hidden] = await Promise.all([
      voicesOf.get(modelId, spaceId),
      spaceId ? clones.hiddenFrom(spaceId) : none,
    ])
    return voices.filter(({ id, mark = '' }) => !hidden.has(id) && !hidden.has(mark))
  }
  /** Splits `model:voice`, or resolves the id of a cloned voice. */
  async function resolveVoice(voiceId: string, spaceId: string): Promise<[modelId: string, voice: string]> {
    const at = voiceId.indexOf(':')
    if (at > 0) {
      const voice = voiceId.slice(at + 1)
      return (await clones.hiddenFrom(spaceId)).has(voice) ? ['', ''] : [voiceId.slice(0, at), voice]
    }
    const clone = isId(voiceId) ? await clones.find(voiceId) : undefined
    return clone?.spaceId === spaceId && clone.modelId ? [clone.modelId, clone.speakerId] : ['', '']
  }

  /** The best voice of a model for the language of a text; undefined if there is none or its server does not answer. */
  async function bestVoice(model: KnownModel, spaceId: string, text: string): Promise<KnownVoice | undefined> {
    const voices = await offered(model.id, spaceId).catch((cause: unknown) => {
      if (!(cause instanceof AppError)) throw cause
      return []
    })
    const wanted = languageOf(text).slice(0, 2)
    const own = voices.find(({ language }) => language.toLowerCase().startsWith(wanted))
    const voice = own ?? voices.find(({ language }) => !language)
    return voice && { ...voice, model }
  }
  /**
   * Fallback voices: one of another model, then a built-in one. Other providers come first, since a fault usually
   * affects all models of a provider.
   */
  async function* fallbackVoices(failed: KnownModel, spaceId: string, text: string): AsyncGenerator<KnownVoice> {
    const rank = ({ config, isOffline }: KnownModel) =>
      isOffline ? 2 : Number(config.baseUrl === failed.config.baseUrl)
    const others = (await speechModels(spaceId)).filter(({ id }) => id !== failed.id)
    let hasTried = false
    for (const model of others.toSorted((a, b) => rank(a) - rank(b))) {
      if (hasTried && !model.isOffline) continue
      const voice = await bestVoice(model, spaceId, text)
      if (voice) yield voice
      hasTried ||= voice !== undefined
    }
  }
  /** The first voice that suits the language of a text. */
  async function defaultVoice(spaceId: string, text: string): Promise<KnownVoice | undefined> {
    for (const model of await speechModels(spaceId)) {
      const voice = await bestVoice(model, spaceId, text)
      if (voice) return voice
    }
    return undefined
  }
  async function chosenVoice(voiceId: string, spaceId: string, text: string) {
    if (voiceId === DEFAULT_VOICE) {
      const found = await defaultVoice(spaceId, text)
      return { model: found?.model, voice: found?.id ?? '' }
    }
    const [modelId, voice] = await resolveVoice(voiceId, spaceId)
    return { model: (await speechModels(spaceId)).find(({ id }) => id === modelId), voice }
  }

  return {
    speechModels,
    transcriptionModels,
    /** All voices, with a note if there are none or a server did not answer. */
    async list(spaceId: string | undefined, locale: Locale): Promise<{ voices: KnownVoice[]; note: string }> {
      const all = await speechModels(spaceId)
      if (!all.length) return { voices: [], note: modelDomainErrors.noSpeechModel().text(locale) }
      const notes: string[] = []
      const lists = await Promise.all(
        all.map(async (model) => {
          try {
            return (await offered(model.id, spaceId)).map((voice) => ({ ...voice, model }))
          } catch (cause) {
            if (!(cause instanceof AppError)) throw cause
            notes.push(cause.text(locale))
            return []
          }
        }),
      )
      return { voices: lists.flat(), note: notes.join(' ') }
    },
    /** Speaks a text. If the provider of the voice fails, a fallback voice for the same language speaks. */
    async speak(
      spaceId: string,
      voiceId: string,
      text: string,
      signal: AbortSignal,
      manner: Manner = {},
    ): Promise<EgressResponse> {
      const { model, voice } = await chosenVoice(voiceId, spaceId, text)
      if (!model || !voice) throw errors.notFound({ what: 'voice' })
      const order = { text, signal, manner }
      try {
        return await speakWith(model, { ...order, voice })
      } catch (cause) {
        if (!isProviderFault(cause)) throw cause
        for await (const other of fallbackVoices(model, spaceId, text))
          try {
            return await speakWith(other.model, { ...order, voice: other.id })
          } catch {
            signal.throwIfAborted()
          }
        // Report the fault of the chosen voice, because that is what people can fix.
        throw cause
      }
    },
    /** Transcribes sound with the first model that can; the built-in model comes last. */
    async transcribe(candidates: readonly KnownModel[], request: TranscriptionRequest): Promise<string> {
      let fault: AppError | undefined
      const remote = candidates.filter(({ isOffline }) => !isOffline).slice(0, TRIES)
      for (const { isOffline, config } of [...remote, ...candidates.filter((model) => model.isOffline)])
        try {
          return await (isOffline ? offline!.driver.transcribe : transcribe)(config, egress, request)
        } catch (cause) {
          request.signal?.throwIfAborted()
          if (!isProviderFault(cause)) throw fault ?? cause
          fault ??= cause
        }
      throw fault ?? modelDomainErrors.noTranscriptionModel()
    },
    /** Prepares built-in speech for listening until the signal is aborted. */
    attend: (signal: AbortSignal) => offline?.attend(signal),
    /** The duration of speech in samples in milliseconds; undefined without built-in speech. */
    speechMs: async (samples: Int16Array, rate: number, signal?: AbortSignal): Promise<number | undefined> =>
      offline?.speechMs(samples, rate, signal),
  }
}
export type VoiceService = ReturnType<typeof createVoiceService>
