import { UsersRound } from 'lucide-react'
import { EmptyPage } from '#domains/studio/empty/index.ts'

export function SocialScenePage() {
  return <EmptyPage icon={UsersRound} page="socialScene" />
}
