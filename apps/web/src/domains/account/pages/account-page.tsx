import { UserRound } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function AccountPage() {
  return <EmptyPage icon={UserRound} page="account" />
}
