import { ConnectorId } from '@orrery/contract/shared/bot-enums'

const glyphs: Record<string, string> = {
  [ConnectorId.api]: 'code',
  [ConnectorId.webSdk]: 'chat',
  [ConnectorId.page]: 'globe',
}
/** The built-in icon of a channel. */
export const connectorIcon = (connectorId: string): string => `builtin/connector/${glyphs[connectorId] ?? 'bolt'}.png`
