import { ConnectorId } from '@orrery/contract'
import type { PublishService } from '#domains/studio/bot/publish.service.ts'
import type { ShareService } from './share.service.ts'

/** Registers the channels for visitors: a page for the bot, and the widget on other sites. */
export function registerShareChannels(
  publishing: Pick<PublishService, 'register' | 'extend'>,
  shares: Pick<ShareService, 'link'>,
) {
  const serveAt =
    (connectorId: string) =>
    ({ resourceId, userId }: { resourceId: string; userId: string }) =>
      shares.link(resourceId, connectorId, userId)
  publishing.register({
    id: ConnectorId.page,
    en: { name: 'Public page', desc: 'A chat page for anyone with the link' },
    zh: { name: '公开页面', desc: '持有链接即可访问的独立聊天页' },
    bindType: 1,
    isReady: true,
    serve: serveAt(ConnectorId.page),
  })
  publishing.extend(ConnectorId.webSdk, serveAt(ConnectorId.webSdk))
}
