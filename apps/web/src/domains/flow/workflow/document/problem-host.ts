import { createContext, useContext } from 'react'
import { createStore } from '#lib/store.ts'
import { useEditor, useEditorUi } from './editor-context.ts'

/** A page that hosts editors may list the problems of all of them: then an editor has no list of its own. */
interface ProblemHost {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}
const ProblemHostContext = createContext<ProblemHost | null>(null)
export const ProblemHostProvider = ProblemHostContext.Provider
export const useIsHosted = (): boolean => useContext(ProblemHostContext) !== null

/** Whether the list of problems is open, here or on the page around the editor. */
export function useProblemList(): ProblemHost {
  const host = useContext(ProblemHostContext)
  const { ui } = useEditor()
  const isOpen = useEditorUi((state) => state.isProblemsOpen)
  return host ?? { isOpen, setOpen: ui.setProblemsOpen }
}

/** A problem that another page asks the editor to fix. */
export const wantedFix = createStore<{ workflowId: string; problemId: string } | null>(null)
