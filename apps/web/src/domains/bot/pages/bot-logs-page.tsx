import { ScrollText } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function BotLogsPage() {
  return <EmptyPage icon={ScrollText} page="botLogs" />
}
