import { Users } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function MembersPage() {
  return <EmptyPage icon={Users} page="members" />
}
