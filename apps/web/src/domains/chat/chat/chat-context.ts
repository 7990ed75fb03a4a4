import { createContext, useContext } from 'react'
import type { OpenUpload } from './attachments.ts'
import type { ChatState } from './chat-state.ts'
import type { ChatStore } from './chat-store.ts'
import type { CallRoom } from '#domains/chat/call/index.ts'
import type { Transcribe } from './record-speech.ts'
import type { ChatShortcut } from './shortcuts.ts'

export interface ChatFrame {
  store: ChatStore
  /** The bot that answers. */
  bot: { id: string; name: string; iconUrl: string }
  /** Opens the debug view of a reply; absent where it is not available. */
  onDebug?: (turnId: string) => void
  /** Adds a question and its reply to a dataset as a row; absent where this is not possible. */
  onKeep?: (turn: { question: string; answer: string }) => void
  /** Reads a reply aloud; absent where the bot has no voice. */
  voice?: { isAuto: boolean; speak: (messageId: string, text: string) => void }
  /** Converts a recording to text; absent where only the browser can recognise speech. */
  transcribe?: Transcribe
  /** Opens a voice call in the current conversation; absent where calls are not available. */
  call?: (conversationId: string) => Promise<CallRoom>
  /** Runs a page tool that the bot calls and returns the result; absent outside of such pages. */
  act?: (name: string, args: Record<string, unknown>) => Promise<string>
  /** How sources are shown under a reply. */
  sources?: 'list' | 'cards'
  isReadOnly?: boolean
  /** Only text can be sent. */
  isTextOnly?: boolean
  /** How files are uploaded, if not as in the studio. */
  upload?: OpenUpload
  /** Shown above the input, and available as commands. */
  shortcuts?: readonly ChatShortcut[]
}

const ChatContext = createContext<ChatFrame | null>(null)
export const ChatProvider = ChatContext.Provider

export function useChat(): ChatFrame {
  const chat = useContext(ChatContext)
  if (!chat) throw new Error('This part belongs into a chat')
  return chat
}

export function useChatState<T>(select: (state: ChatState) => T): T {
  const { store } = useChat()
  return store.use(select)
}
