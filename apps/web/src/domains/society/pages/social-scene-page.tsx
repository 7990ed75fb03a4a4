import { UsersRound } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function SocialScenePage() {
  return <EmptyPage icon={UsersRound} page="socialScene" />
}
