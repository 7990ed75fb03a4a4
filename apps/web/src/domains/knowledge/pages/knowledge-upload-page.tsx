import { FileUp } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function KnowledgeUploadPage() {
  return <EmptyPage icon={FileUp} page="knowledgeUpload" />
}
