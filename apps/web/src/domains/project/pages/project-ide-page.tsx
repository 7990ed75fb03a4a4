import { useParams } from '@tanstack/react-router'
import { Folder } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'
import { ProjectVariables } from '../../variable/index.ts'

export function ProjectIdePage() {
  const { project_id: projectId, _splat: place } = useParams({ strict: false })
  if (projectId && place === 'variables') return <ProjectVariables projectId={projectId} />
  return <EmptyPage icon={Folder} page="project" />
}
