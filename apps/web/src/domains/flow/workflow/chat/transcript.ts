import type { ChatMessage } from '@orrery/contract'
import { readStored, writeStored } from '#lib/local-store.ts'

interface Kept {
  current: string
  names: string[]
  messages: Record<string, ChatMessage[]>
}
const mostNames = 10
const mostMessages = 100
const keyOf = (userId: string, workflowId: string) => `chatflow.${userId}.${workflowId}`
const first = 'Default'

/** Conversations with the draft of a chatflow, stored in this browser. */
export function createTranscripts(userId: string, workflowId: string) {
  const key = keyOf(userId, workflowId)
  const read = (): Kept => readStored<Kept>(key, { current: first, names: [first], messages: {} })
  const write = (change: (kept: Kept) => Kept) => writeStored(key, change(read()))
  return {
    current: (): string => read().current,
    names: (): readonly string[] => read().names,
    messages: (name: string): readonly ChatMessage[] => read().messages[name] ?? [],
    keep(name: string, messages: readonly ChatMessage[]): void {
      write((kept) => ({ ...kept, messages: { ...kept.messages, [name]: messages.slice(-mostMessages) } }))
    },
    choose(name: string): void {
      write((kept) => {
        const names = [name, ...kept.names.filter((item) => item !== name)].slice(0, mostNames)
        const messages = Object.fromEntries(Object.entries(kept.messages).filter(([item]) => names.includes(item)))
        return { current: name, names, messages }
      })
    },
  }
}
export type Transcripts = ReturnType<typeof createTranscripts>
