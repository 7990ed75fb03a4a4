import { createContext, useContext } from 'react'
import { createStore } from '#lib/store.ts'
import { useEditor, useEditorUi } from './editor-context.ts'

/** Provided by a page that hosts several editors and lists the problems of all of them in place of the editors. */
interface ProblemHost {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}
const ProblemHostContext = createContext<ProblemHost | null>(null)
export const ProblemHostProvider = ProblemHostContext.Provider
export const useIsHosted = (): boolean => useContext(ProblemHostContext) !== null

/** State of the problem list, in this editor or on the page that hosts it. */
export function useProblemList(): ProblemHost {
  const host = useContext(ProblemHostContext)
  const { ui } = useEditor()
  const isOpen = useEditorUi((state) => state.isProblemsOpen)
  return host ?? { isOpen, setOpen: ui.setProblemsOpen }
}

/** A fix that another page requests from the editor. */
export const fixToApply = createStore<{ workflowId: string; problemId: string } | null>(null)
