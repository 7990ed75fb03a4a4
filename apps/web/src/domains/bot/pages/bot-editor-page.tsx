import { Bot } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function BotEditorPage() {
  return <EmptyPage icon={Bot} page="bot" />
}
