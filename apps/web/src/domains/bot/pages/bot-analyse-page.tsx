import { ChartLine } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function BotAnalysePage() {
  return <EmptyPage icon={ChartLine} page="botAnalyse" />
}
