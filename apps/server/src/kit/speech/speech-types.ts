import type { EgressResponse } from '../egress/answer.ts'
import type { Egress } from '../egress/egress.ts'
import type { ModelConfig } from '../models/provider-config.ts'

export interface Voice {
  id: string
  name: string
  /** Empty: the provider does not say, or the voice speaks many. */
  language: string
  /** What we called it when it was made of a recording. */
  mark?: string
}
export type SoundFormat = 'mp3' | 'wav' | 'pcm' | 'opus' | 'aac' | 'flac'
/** How the words are to sound; the provider decides what is left out. */
export interface Manner {
  format?: SoundFormat
  speed?: number
}
interface SpeechRequest extends Manner {
  voice: string
  text: string
  signal?: AbortSignal
}
export interface Recording {
  bytes: Buffer
  /** Servers tell formats apart by the name of the file. */
  fileName: string
  mime: string
}
export interface TranscriptionRequest {
  recording: Recording
  /** As in `en` or `zh`. Left out: the model finds out. */
  language?: string | undefined
  /** What the speaker reads on screen: for models that know few languages and cannot tell them apart. */
  likely?: string | undefined
  /** Words that are likely to occur. */
  prompt?: string | undefined
  signal?: AbortSignal
}

export interface CloneRequest {
  /** The provider's id of a voice that is to be trained further; empty: a new one. */
  voice: string
  name: string
  description: string
  /** As in `en` or `zh`; empty: not known. */
  language: string
  /** Kept by the provider with the voice: it is found again by a process that did not hear how it is called. */
  mark: string
  recording: Recording
  signal?: AbortSignal
}

/** What speaks the protocol of one kind of speech provider. */
export interface SpeechDriver {
  listVoices(config: ModelConfig, egress: Egress, signal?: AbortSignal): Promise<Voice[]>
  /** Words as sound, passed on while it comes. */
  speak(config: ModelConfig, egress: Egress, request: SpeechRequest): Promise<EgressResponse>
  /** Sound as words; empty when nobody speaks in it. */
  transcribe(config: ModelConfig, egress: Egress, request: TranscriptionRequest): Promise<string>
  /** Makes a voice of a recording, and says how the provider calls it. Absent where a provider cannot. */
  clone?(config: ModelConfig, egress: Egress, request: CloneRequest): Promise<string>
  /** One that was made by `clone`. One that is gone already is no failure. */
  removeVoice?(config: ModelConfig, egress: Egress, voice: string): Promise<void>
}
