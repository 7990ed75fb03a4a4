import { LibraryBig } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function LibraryPage() {
  return <EmptyPage icon={LibraryBig} page="library" />
}
