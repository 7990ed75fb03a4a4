import { createContext, useContext } from 'react'
import type { OpenUpload } from './attachments.ts'
import type { ChatState } from './chat-state.ts'
import type { ChatStore } from './chat-store.ts'
import type { CallRoom } from '#domains/chat/call/index.ts'
import type { Transcribe } from './record-speech.ts'
import type { ChatShortcut } from './shortcuts.ts'

export interface ChatFrame {
  store: ChatStore
  /** Who answers. */
  bot: { id: string; name: string; iconUrl: string }
  /** Opens the debug view of a reply; absent where it is not available. */
  onDebug?: (turnId: string) => void
  /** Keeps a question and its reply as a row; absent where there is nowhere to keep it. */
  onKeep?: (turn: { question: string; answer: string }) => void
  /** Reads a reply aloud; absent where the bot has no voice. */
  voice?: { isAuto: boolean; speak: (messageId: string, text: string) => void }
  /** What was said into the microphone, as text; absent where only the browser can recognise it. */
  transcribe?: Transcribe
  /** Opens a voice call in the conversation that is shown; absent where there are none. */
  call?: (conversationId: string) => Promise<CallRoom>
  /** Does what the bot asks of the page around the chat, and says what came of it; absent where there is no such page. */
  act?: (name: string, args: Record<string, unknown>) => Promise<string>
  /** How sources are shown under a reply. */
  sources?: 'list' | 'cards'
  isReadOnly?: boolean
  /** Only words can be sent. */
  isTextOnly?: boolean
  /** How files get to the server, where that is not as in the studio. */
  upload?: OpenUpload
  /** Over the input, and to be typed as commands. */
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
