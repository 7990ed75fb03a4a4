import type { Collector } from '../../models/answer-collector.ts'
import type { ChatRequest } from '../../models/chat-types.ts'
import type { ModelConfig } from '../../models/provider-config.ts'
import type { Line, OpenLine } from './line.ts'

/** Sound with one channel. */
export interface Sound {
  samples: Int16Array
  rate: number
}
/** A spoken question with its transcript. */
export interface SpokenSound extends Sound {
  words: string
}
export interface DialogueQuestion {
  request: ChatRequest
  /** Absent for a written question. */
  sound?: SpokenSound | undefined
  /** The provider's name for the voice. */
  voice: string
}
/** Receives an answer while it arrives. */
interface DialogueOutput {
  said: Collector
  sound(samples: Int16Array, rate: number): void
}
/** Implements the protocol of one kind of provider whose models hear and speak themselves. */
export interface DialogueDriver {
  /** The first one is the default. */
  voices: readonly string[]
  /** Whether the model can call tools. */
  callsTools: boolean
  address(config: ModelConfig): { url: string; headers: Record<string, string> }
  answer(line: Line, config: ModelConfig, question: DialogueQuestion, output: DialogueOutput): Promise<void>
  /** Transcribes a sound; empty when nobody speaks. */
  hear(open: OpenLine, config: ModelConfig, sound: Sound, signal: AbortSignal): Promise<string>
}
