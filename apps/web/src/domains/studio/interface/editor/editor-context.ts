import type { InterfaceDocument } from '@orrery/contract'
import type { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import type { InterfaceFacts } from '@orrery/engine/interface'
import { createContext, useContext } from 'react'
import type { DraftStore } from './draft-store.ts'

export interface InterfaceEditor {
  draft: DraftStore
  document: InterfaceDocument
  facts: InterfaceFacts
  page: string
  openPage: (id: string) => void
  selected: string
  select: (id: string) => void
  mayEdit: boolean
  projectId: string
  /** Whether the pages for browsers or for phones are edited. */
  channel: InterfaceChannel
  chooseChannel: (channel: InterfaceChannel) => void
  /** URLs at which the components of imported packages run. */
  frames: Record<string, string>
  /** Marks for the canvas while the list of changes is open. */
  marks: Record<string, 'add' | 'change'> | undefined
}
const Context = createContext<InterfaceEditor | null>(null)
export const EditorProvider = Context.Provider
export function useEditor(): InterfaceEditor {
  const found = useContext(Context)
  if (!found) throw new Error('This part belongs into the interface editor')
  return found
}
