import { FileText } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function KnowledgePage() {
  return <EmptyPage icon={FileText} page="knowledge" />
}
