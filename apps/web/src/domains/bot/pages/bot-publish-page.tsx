import { Send } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function BotPublishPage() {
  return <EmptyPage icon={Send} page="botPublish" />
}
