import { ModelType } from '@orrery/contract'
import { isId } from '@orrery/contract/shared/is-id'
import { languageOf } from '@orrery/contract/shared/voice-choice'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { EgressResponse } from '#kit/egress/answer.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import { listVoices, speak, transcribe } from '#kit/speech/speech.ts'
import type { Manner, TranscriptionRequest, Voice } from '#kit/speech/speech-types.ts'
import { createCache } from '#kit/cache.ts'
import type { KnownModel } from './shared/model-catalog.ts'
import { modelDomainErrors } from './model.errors.ts'
import type { ModelService } from './model.service.ts'
import { isProviderFault } from './provider-fault.ts'

export interface VoiceDeps {
  models: Pick<ModelService, 'list'>
  egress: Egress
  bus: Bus
  clock: Clock
  /** Voices that were made from recordings: each belongs to one space, whoever else has the provider. */
  clones: {
    hiddenFrom(spaceId: string): Promise<ReadonlySet<string>>
    find(id: string): Promise<{ spaceId: string; modelId: string | null; speakerId: string } | undefined>
  }
}
export interface KnownVoice extends Voice {
  model: KnownModel
}
const KEEP_MS = 10 * 60_000
/** One more after the first: who waits for an answer does not wait for a third. */
const TRIES = 2

/**
 * The voices of the speech models of a space, and its models that understand speech. Asking every server again for each look at a
 * list would make the list slow.
 */
export function createVoiceService({ models, egress, bus, clock, clones }: VoiceDeps) {
  const modelsOf = async (type: ModelType, spaceId: string | undefined) =>
    (await models.list(spaceId)).filter((model) => model.type === type && model.enabled)
  const speechModels = (spaceId: string | undefined) => modelsOf(ModelType.speech, spaceId)

  const voicesOf = createCache<Voice[]>({
    bus,
    clearOn: ['model'],
    limit: 1000,
    ttl: { ms: KEEP_MS, clock },
    async load(modelId, spaceId) {
      const model = (await speechModels(spaceId || undefined)).find(({ id }) => id === modelId)
      return model ? listVoices(model.config, egress) : []
    },
  })

  const none: ReadonlySet<string> = new Set()
  async function offered(modelId: string, spaceId: string | undefined): Promise<Voice[]> {
    const [voices, hidden] = await Promise.all([
      voicesOf.get(modelId, spaceId),
      spaceId ? clones.hiddenFrom(spaceId) : none,
    ])
    return voices.filter(({ id }) => !hidden.has(id))
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

  /** A voice of another model for the language of a text. Other providers come first: a fault mostly concerns all models of one. */
  async function standIn(failed: KnownModel, spaceId: string, text: string): Promise<KnownVoice | undefined> {
    const isNear = ({ config }: KnownModel) => Number(config.baseUrl === failed.config.baseUrl)
    const others = (await speechModels(spaceId)).filter(({ id }) => id !== failed.id)
    const wanted = languageOf(text).slice(0, 2)
    for (const model of others.toSorted((a, b) => isNear(a) - isNear(b))) {
      const voices = await offered(model.id, spaceId).catch((cause: unknown) => {
        if (!(cause instanceof AppError)) throw cause
        return []
      })
      const own = voices.find(({ language }) => language.toLowerCase().startsWith(wanted))
      const voice = own ?? voices.find(({ language }) => !language)
      if (voice) return { ...voice, model }
    }
    return undefined
  }

  return {
    speechModels,
    transcriptionModels: (spaceId: string | undefined) => modelsOf(ModelType.transcription, spaceId),
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
    /** When the provider of the voice fails, another one of the space that has a voice for the language speaks. */
    async speak(
      spaceId: string,
      voiceId: string,
      text: string,
      signal: AbortSignal,
      manner: Manner = {},
    ): Promise<EgressResponse> {
      const [modelId, voice] = await located(voiceId, spaceId)
      const model = (await speechModels(spaceId)).find(({ id }) => id === modelId)
      if (!model || !voice) throw errors.notFound({ what: 'voice' })
      try {
        return await speak(model.config, egress, { ...manner, voice, text, signal })
      } catch (cause) {
        const other = isProviderFault(cause) ? await standIn(model, spaceId, text) : undefined
        if (!other) throw cause
        return speak(other.model.config, egress, { ...manner, voice: other.id, text, signal }).catch(() => {
          signal.throwIfAborted()
          // What went wrong with the voice that was chosen is what can be mended.
          throw cause
        })
      }
    },
    /** Sound as words, by the first of the models that can. */
    async transcribe(candidates: readonly KnownModel[], request: TranscriptionRequest): Promise<string> {
      let fault: AppError | undefined
      for (const model of candidates.slice(0, TRIES))
        try {
          return await transcribe(model.config, egress, request)
        } catch (cause) {
          if (!isProviderFault(cause)) throw fault ?? cause
          fault ??= cause
        }
      throw fault ?? modelDomainErrors.noTranscriptionModel()
    },
  }
}
export type VoiceService = ReturnType<typeof createVoiceService>
