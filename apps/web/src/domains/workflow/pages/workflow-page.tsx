import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useScene } from '../../../lib/scene.ts'
import { canvasQuery } from '../workflow.queries.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { MissingWorkflow } from './missing-workflow.tsx'
import { WorkflowEditor } from './workflow-editor.tsx'
import { WorkflowListPage } from './workflow-list-page.tsx'

/** The editor of one workflow; without one in the address, the workflows of a space. */
export function WorkflowPage() {
  const { workflow_id: workflowId } = useSearch({ from: '/signed/work_flow' })
  useScene('workflow')
  return workflowId ? <OpenWorkflow key={workflowId} workflowId={workflowId} /> : <WorkflowListPage />
}

function OpenWorkflow({ workflowId }: { workflowId: string }) {
  const { data, error, refetch } = useQuery(canvasQuery(workflowId))
  if (data) return <WorkflowEditor workflowId={workflowId} loaded={data} />
  if (error) return <MissingWorkflow error={error} onRetry={() => void refetch()} />
  return <EditorSkeleton />
}
