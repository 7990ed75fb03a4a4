import type { BotInfo } from '@orrery/contract'
import { createContext, useCallback, useContext } from 'react'
import type { LoadedDraft } from '../bot.queries.ts'
import type { DraftGroup } from './draft-groups.ts'
import type { DraftSnapshot, DraftStore } from './draft-store.ts'

/** Context of the editor: the draft, its subject, and whether it may be changed. */
export interface Editor {
  store: DraftStore
  botId: string
  spaceId: string
  loaded: LoadedDraft
  isReadOnly: boolean
  /** Asks the server again, after it changed the draft by itself. */
  reload: () => Promise<void>
}

const EditorContext = createContext<Editor | null>(null)
export const EditorProvider = EditorContext.Provider

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This part belongs into the bot editor')
  return editor
}

/** A part of the draft; it renders again when that part changes. */
export function useDraft<T>(select: (snapshot: DraftSnapshot) => T): T {
  return useEditor().store.use(select)
}

/** One group and how to replace it. Objects may be changed by the fields that differ. */
export function useGroup<G extends DraftGroup>(group: G): [BotInfo[G], (next: Change<BotInfo[G]>) => void] {
  const { store } = useEditor()
  const value = useDraft((snapshot) => snapshot.info[group])
  const change = useCallback(
    (next: Change<BotInfo[G]>) => {
      const now = store.current().info[group]
      const merged = isFields(now) ? { ...now, ...(next as object) } : next
      store.edit({ [group]: merged })
    },
    [store, group],
  )
  return [value, change]
}
type Change<T> = T extends readonly unknown[] ? T : T extends object ? Partial<T> : T

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
