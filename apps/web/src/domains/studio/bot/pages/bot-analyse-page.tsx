import { AnalysePanel } from '#domains/chat/trace/index.ts'
import { BotViewPage } from '../components/frame/bot-view-page.tsx'

export function BotAnalysePage() {
  return <BotViewPage view="analyse">{(botId) => <AnalysePanel key={botId} botId={botId} />}</BotViewPage>
}
