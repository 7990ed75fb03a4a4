import { ConnectorId } from '@orrery/contract/shared/bot-enums'

const glyphs: Record<string, string> = {
  [ConnectorId.api]: 'code',
  [ConnectorId.webSdk]: 'chat',
  [ConnectorId.page]: 'globe',
}
/** The picture of a channel, among those that ship with the product. */
export const connectorIcon = (connectorId: string): string => `builtin/connector/${glyphs[connectorId] ?? 'bolt'}.png`
