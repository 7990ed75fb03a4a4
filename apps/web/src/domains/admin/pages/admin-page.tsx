import { Settings2 } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function AdminPage() {
  return <EmptyPage icon={Settings2} page="admin" />
}
