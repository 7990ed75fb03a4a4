import { Folder } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function ProjectIdePage() {
  return <EmptyPage icon={Folder} page="project" />
}
