import type { EgressResponse } from '../egress/answer.ts'
import type { Egress } from '../egress/egress.ts'
import type { ModelConfig } from '../models/provider-config.ts'

export interface Voice {
  id: string
  name: string
  /** Empty when the provider does not specify it, or when the voice speaks many languages. */
  language: string
  /** The mark we gave the voice when we cloned it. */
  mark?: string
}
export type SoundFormat = 'mp3' | 'wav' | 'pcm' | 'opus' | 'aac' | 'flac'
/** How the text should sound; the provider chooses what is left out. */
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
  /** Servers detect the format by the extension of the file name. */
  fileName: string
  mime: string
}
export interface TranscriptionRequest {
  recording: Recording
  /** Such as `en` or `zh`. If absent, the model detects it. */
  language?: string | undefined
  /** The language of the speaker's user interface: for models that know few languages and cannot detect them. */
  likely?: string | undefined
  /** Words that are likely to occur. */
  prompt?: string | undefined
  signal?: AbortSignal
}

export interface CloneRequest {
  /** The provider's id of a voice to be trained further; empty for a new voice. */
  voice: string
  name: string
  description: string
  /** Such as `en` or `zh`; empty when unknown. */
  language: string
  /** Stored by the provider with the voice, so that another process can find the voice if this one dies early. */
  mark: string
  recording: Recording
  signal?: AbortSignal
}

/** Implements the protocol of one kind of speech provider. */
export interface SpeechDriver {
  listVoices(config: ModelConfig, egress: Egress, signal?: AbortSignal): Promise<Voice[]>
  /** Speaks a text; the sound is passed on while it arrives. */
  speak(config: ModelConfig, egress: Egress, request: SpeechRequest): Promise<EgressResponse>
  /** Transcribes a recording; empty when nobody speaks in it. */
  transcribe(config: ModelConfig, egress: Egress, request: TranscriptionRequest): Promise<string>
  /** Clones a voice from a recording, and returns the provider's id for it. Absent if the provider cannot clone. */
  clone?(config: ModelConfig, egress: Egress, request: CloneRequest): Promise<string>
  /** Removes a voice created by `clone`. A voice that no longer exists is not an error. */
  removeVoice?(config: ModelConfig, egress: Egress, voice: string): Promise<void>
}
