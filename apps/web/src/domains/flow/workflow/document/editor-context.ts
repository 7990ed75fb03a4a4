import { createContext, useContext } from 'react'
import type { LoadedWorkflow } from '../workflow.queries.ts'
import type { EditorUi, EditorUiState } from './editor-ui.ts'

/** What every part of the editor can reach besides the document itself. */
export interface Editor {
  workflowId: string
  spaceId: string
  /** Name, state and rights, as the server gave them last. */
  loaded: LoadedWorkflow
  /** The published version that is looked at; empty: the draft. */
  version: string
  isChatflow: boolean
  ui: EditorUi
  /** Saves at once what waits; resolves with the version that the server has then, or rejects. */
  flush: () => Promise<string>
  /** Takes the draft of the server in the place of this one: after a restore, or when a draft was made there. */
  reload: () => Promise<void>
  /** Asks for name and state again; the canvas stays as it is. */
  refresh: () => Promise<void>
}

const EditorContext = createContext<Editor | null>(null)
export const EditorProvider = EditorContext.Provider

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This part belongs into the workflow editor')
  return editor
}

export function useEditorUi<T>(select: (state: EditorUiState) => T): T {
  const { ui } = useEditor()
  return ui.use(select)
}
