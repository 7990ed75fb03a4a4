import type { BotInfo } from '@orrery/contract'
import { createContext, useCallback, useContext } from 'react'
import type { LoadedDraft } from '../bot.queries.ts'
import type { DraftGroup } from './draft-groups.ts'
import type { DraftSnapshot, DraftStore } from './draft-store.ts'

/** Context of the editor: the bot, its draft, and whether the draft can be edited. */
export interface Editor {
  store: DraftStore
  botId: string
  spaceId: string
  loaded: LoadedDraft
  isReadOnly: boolean
  /** Reloads the draft after the server has changed it. */
  reload: () => Promise<void>
}

const EditorContext = createContext<Editor | null>(null)
export const EditorProvider = EditorContext.Provider

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This part belongs into the bot editor')
  return editor
}

/** Selects a part of the draft; renders again only when this part changes. */
export function useDraft<T>(select: (snapshot: DraftSnapshot) => T): T {
  return useEditor().store.use(select)
}

/** A group with a function to replace it. For objects, only the changed fields need to be passed. */
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
