import { useNavigate } from '@tanstack/react-router'
import { useEditor } from '../document/editor-context.ts'
import { useRunActions } from './run-actions.ts'

/** Shows a run on the canvas that it used: a published version, or the draft. */
export function useOpenRun(): (executeId: string, version: string) => void {
  const { workflowId, spaceId, version: current } = useEditor()
  const actions = useRunActions()
  const navigate = useNavigate()
  return (executeId, version) => {
    if (version === current) return actions.open(executeId)
    return void navigate({
      to: '/work_flow',
      search: {
        space_id: spaceId,
        workflow_id: workflowId,
        execute_id: executeId,
        ...(version ? { version } : {}),
      },
    })
  }
}
