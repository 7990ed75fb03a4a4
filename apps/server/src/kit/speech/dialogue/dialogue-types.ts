import type { Collector } from '../../models/answer-collector.ts'
import type { ChatRequest } from '../../models/chat-types.ts'
import type { ModelConfig } from '../../models/provider-config.ts'
import type { Line, OpenLine } from './line.ts'

/** Sound of one channel. */
export interface Sound {
  samples: Int16Array
  rate: number
}
/** A question as it was spoken, with the words that were understood. */
export interface SpokenSound extends Sound {
  words: string
}
export interface DialogueQuestion {
  request: ChatRequest
  /** Absent: it was written. */
  sound?: SpokenSound | undefined
  /** As the provider calls it. */
  voice: string
}
/** Where an answer goes while it comes. */
interface DialogueOutput {
  said: Collector
  sound(samples: Int16Array, rate: number): void
}
/** What speaks the protocol of one kind of provider whose models hear and speak by themselves. */
export interface DialogueDriver {
  /** The first one is used where none of them is asked for. */
  voices: readonly string[]
  /** The model may ask for tools. */
  callsTools: boolean
  address(config: ModelConfig): { url: string; headers: Record<string, string> }
  answer(line: Line, config: ModelConfig, question: DialogueQuestion, output: DialogueOutput): Promise<void>
  /** The words of a sound; empty when nobody speaks in it. */
  hear(open: OpenLine, config: ModelConfig, sound: Sound, signal: AbortSignal): Promise<string>
}
