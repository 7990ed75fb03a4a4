import { createContext, useContext } from 'react'
import type { FlowKind } from '../create-workflow.ts'
import type { LoadedWorkflow } from '../workflow.queries.ts'
import type { EditorUi, EditorUiState } from './editor-ui.ts'

/** Data and actions shared by all parts of the editor, besides the document. */
export interface Editor {
  workflowId: string
  spaceId: string
  /** Name, state and permissions as of the last load. */
  loaded: LoadedWorkflow
  /** The displayed published version; empty for the draft. */
  version: string
  isChatflow: boolean
  kind: FlowKind
  ui: EditorUi
  /** Saves pending changes immediately. Resolves with the saved version, or rejects. */
  flush: () => Promise<string>
  /** Replaces the local draft with the draft on the server, for example after a restore. */
  reload: () => Promise<void>
  /** Reloads name and state; the canvas stays as it is. */
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
