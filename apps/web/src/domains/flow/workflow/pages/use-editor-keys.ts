import { useKeys } from '#lib/keys.ts'
import { useEditor, useEditorUi } from '../document/editor-context.ts'
import { useProblemList } from '../document/problem-host.ts'
import { focusProblems, focusRun, focusNextRegion } from '../document/editor-focus.ts'
import { useRunActions } from '../run/run-actions.ts'

/** Shortcuts for the whole editor, in addition to those of the canvas. */
export function useEditorKeys(): void {
  const { version } = useEditor()
  const problems = useProblemList()
  const actions = useRunActions()
  const sheet = useEditorUi((state) => state.sheet)
  useKeys('F6', () => focusNextRegion(1))
  useKeys('shift+F6', () => focusNextRegion(-1))
  // An open run form handles the same keys and starts the run.
  useKeys(
    'mod+enter',
    () => {
      actions.openForm()
      focusRun()
    },
    sheet?.is !== 'run' && version === '',
  )
  useKeys('p', () => {
    problems.setOpen(!problems.isOpen)
    if (!problems.isOpen) focusProblems()
  })
}
