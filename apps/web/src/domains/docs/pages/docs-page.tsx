import { BookOpen } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function DocsPage() {
  return <EmptyPage icon={BookOpen} page="docs" />
}
