import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { MessagesSquare, Globe, Radio, SquareTerminal, Webhook } from 'lucide-react'
import type { IconType } from '#ui/icon.tsx'

const looks: Record<string, { icon: IconType; ground: string }> = {
  [ConnectorId.api]: { icon: SquareTerminal, ground: 'bg-kind-prompt' },
  [ConnectorId.webSdk]: { icon: MessagesSquare, ground: 'bg-kind-project' },
  [ConnectorId.page]: { icon: Globe, ground: 'bg-kind-bot' },
  webhook: { icon: Webhook, ground: 'bg-kind-knowledge' },
}
/** The glyph and the colour of a channel; those of others have a plain one. */
export const channelLook = (id: string): { icon: IconType; ground: string } =>
  looks[id] ?? { icon: Radio, ground: 'bg-kind-other' }
