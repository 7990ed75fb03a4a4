import { api } from '#lib/api.ts'
import type { ChatFrame } from '#domains/chat/chat/index.ts'
import { asVisitor } from './visit.ts'

/** Transcribes the speech of a visitor with a model of the bot's space. */
export const createVisitorTranscribe =
  (key: string): NonNullable<ChatFrame['transcribe']> =>
  async (recording, signal) => {
    const { text } = await api.share.transcribe({ key, file: recording }, { ...asVisitor(key), signal, toast: true })
    return text
  }
