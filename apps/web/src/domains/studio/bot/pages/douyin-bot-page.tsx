import { Clapperboard } from 'lucide-react'
import { EmptyPage } from '#domains/studio/empty/index.ts'

export function DouyinBotPage() {
  return <EmptyPage icon={Clapperboard} page="douyinBot" />
}
