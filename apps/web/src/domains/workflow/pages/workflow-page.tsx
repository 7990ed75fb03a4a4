import { Workflow } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function WorkflowPage() {
  return <EmptyPage icon={Workflow} page="workflow" />
}
