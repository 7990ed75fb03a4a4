import { Clapperboard } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function DouyinBotPage() {
  return <EmptyPage icon={Clapperboard} page="douyinBot" />
}
