import { LogsPanel } from '#domains/chat/trace/index.ts'
import { BotViewPage } from '../components/frame/bot-view-page.tsx'

export function BotLogsPage() {
  return <BotViewPage view="logs">{(botId) => <LogsPanel key={botId} botId={botId} />}</BotViewPage>
}
