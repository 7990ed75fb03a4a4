import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { readLastSpace } from '#lib/spaces.ts'
import { canvasQuery, versionCanvasQuery } from '../workflow.queries.ts'
import { WorkflowSkeleton } from './workflow-skeleton.tsx'
import { MissingWorkflow } from './missing-workflow.tsx'
import { WorkflowEditor } from './workflow-editor.tsx'

/** The editor of one workflow; without an id in the URL, the list of the space. */
export function WorkflowPage() {
  const { workflow_id: workflowId, space_id: spaceId, version = '' } = useSearch({ from: '/signed/work_flow' })
  if (workflowId) return <OpenWorkflow key={`${workflowId} ${version}`} workflowId={workflowId} version={version} />
  const space_id = spaceId ?? readLastSpace()
  return space_id ? (
    <Navigate to="/space/$space_id/library/workflow" params={{ space_id }} replace />
  ) : (
    <Navigate to="/space" replace />
  )
}

/** The draft, or the version in the URL as read-only. */
function OpenWorkflow({ workflowId, version }: { workflowId: string; version: string }) {
  const draft = useQuery(canvasQuery(workflowId))
  const old = useQuery({ ...versionCanvasQuery(workflowId, version), enabled: version !== '' })
  const error = draft.error ?? old.error
  if (draft.data && (!version || old.data))
    return (
      <WorkflowEditor
        workflowId={workflowId}
        loaded={draft.data}
        {...(version && old.data ? { shown: { version, schema: old.data.schema } } : {})}
      />
    )
  const retry = () => void Promise.all([draft.error && draft.refetch(), old.error && old.refetch()])
  return error ? <MissingWorkflow error={error} onRetry={retry} /> : <WorkflowSkeleton />
}
