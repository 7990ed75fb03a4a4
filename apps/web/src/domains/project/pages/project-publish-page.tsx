import { Send } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function ProjectPublishPage() {
  return <EmptyPage icon={Send} page="projectPublish" />
}
