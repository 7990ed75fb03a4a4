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
import { type KnownModel, offlineEars, offlineVoices } from './shared/model-catalog.ts'
import { modelDomainErrors } from './model.errors.ts'
import type { ModelService } from './model.service.ts'
import { isProviderFault } from './provider-fault.ts'

export interface VoiceDeps {
  models: Pick<ModelService, 'list'>
  egress: Egress
  bus: Bus
  clock: Clock
  /** Speech that comes with the product, after everything that was set up. Undefined: it is turned off. */
  offline?: OfflineSpeech | undefined
  /** Voices that were made from recordings: each belongs to one space, even when others have the same provider. */
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
/** One more provider after the first: people who wait for an answer do not wait for a third. */
const TRIES = 2

/**
 * The voices of the speech models of a space, and its models that understand speech. Asking every server again for each look at a
 * list would make the list slow.
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
    ...(offline?.canHear() ? [offlineEars] : []),
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
  /** `model:voice`, or the number of a voice that was made here. */
  async function located(voiceId: string, spaceId: string): Promise<[modelId: string, voice: string]> {
    const at = voiceId.indexOf(':')
    if (at > 0) {
      const voice = voiceId.slice(at + 1)
      return (await clones.hiddenFrom(spaceId)).has(voice) ? ['', ''] : [voiceId.slice(0, at), voice]
    }
    const clone = isId(voiceId) ? await clones.find(voiceId) : undefined
    return clone?.spaceId === spaceId && clone.modelId ? [clone.modelId, clone.speakerId] : ['', '']
  }

  /** Voices of a model for the language of a text, the best first; none when its server does not answer. */
  async function fitting(model: KnownModel, spaceId: string, text: string): Promise<KnownVoice | undefined> {
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
   * Voices that can step in: one of another model, then a built-in one. Other providers come first: a fault mostly concerns all models
   * of one.
   */
  async function* standIns(failed: KnownModel, spaceId: string, text: string): AsyncGenerator<KnownVoice> {
    const rank = ({ config, isOffline }: KnownModel) =>
      isOffline ? 2 : Number(config.baseUrl === failed.config.baseUrl)
    const others = (await speechModels(spaceId)).filter(({ id }) => id !== failed.id)
    let hasTried = false
    for (const model of others.toSorted((a, b) => rank(a) - rank(b))) {
      if (hasTried && !model.isOffline) continue
      const voice = await fitting(model, spaceId, text)
      if (voice) yield voice
      hasTried ||= voice !== undefined
    }
  }
  /** The first voice for the language of a text. */
  async function defaultVoice(spaceId: string, text: string): Promise<KnownVoice | undefined> {
    for (const model of await speechModels(spaceId)) {
      const voice = await fitting(model, spaceId, text)
      if (voice) return voice
    }
    return undefined
  }
  async function chosenVoice(voiceId: string, spaceId: string, text: string) {
    if (voiceId === DEFAULT_VOICE) {
      const found = await defaultVoice(spaceId, text)
      return { model: found?.model, voice: found?.id ?? '' }
    }
    const [modelId, voice] = await located(voiceId, spaceId)
    return { model: (await speechModels(spaceId)).find(({ id }) => id === modelId), voice }
  }

  return {
    speechModels,
    transcriptionModels,
    /** With a note when there are none, or when a server did not answer. */
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
    /** When the provider of the voice fails, another one of the space that has a voice for the language speaks, or a built-in one. */
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
        for await (const other of standIns(model, spaceId, text))
          try {
            return await speakWith(other.model, { ...order, voice: other.id })
          } catch {
            signal.throwIfAborted()
          }
        // What went wrong with the voice that was chosen is what can be mended.
        throw cause
      }
    },
    /** Sound as words, by the first of the models that can; the built-in one comes last. */
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
    /** Built-in speech gets ready to hear somebody, until the signal ends. */
    attend: (signal: AbortSignal) => offline?.attend(signal),
    /** For how many milliseconds somebody speaks in samples. Undefined: nothing here can tell. */
    speechMs: async (samples: Int16Array, rate: number, signal?: AbortSignal): Promise<number | undefined> =>
      offline?.speechMs(samples, rate, signal),
  }
}
export type VoiceService = ReturnType<typeof createVoiceService>
