import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import {
  AppWindow,
  BotMessageSquare,
  BriefcaseBusiness,
  Feather,
  Gamepad2,
  Globe,
  Hash,
  Mail,
  MessageCircle,
  MessageSquare,
  MessagesSquare,
  Music2,
  Phone,
  Pin,
  Radio,
  Send,
  SquareTerminal,
  Webhook,
  Zap,
} from 'lucide-react'
import type { IconType } from '#ui/icon.tsx'

const looks: Record<string, { icon: IconType; ground: string }> = {
  [ConnectorId.api]: { icon: SquareTerminal, ground: 'bg-kind-prompt' },
  [ConnectorId.webSdk]: { icon: MessagesSquare, ground: 'bg-kind-project' },
  [ConnectorId.page]: { icon: Globe, ground: 'bg-kind-bot' },
  webhook: { icon: Webhook, ground: 'bg-kind-knowledge' },
  '20000001': { icon: Feather, ground: 'bg-kind-project' },
  '20000002': { icon: Feather, ground: 'bg-kind-project' },
  '20000003': { icon: MessageCircle, ground: 'bg-kind-knowledge' },
  '20000004': { icon: AppWindow, ground: 'bg-kind-knowledge' },
  '20000005': { icon: BriefcaseBusiness, ground: 'bg-kind-project' },
  '20000006': { icon: BotMessageSquare, ground: 'bg-kind-project' },
  '20000007': { icon: Pin, ground: 'bg-kind-bot' },
  '20000008': { icon: Hash, ground: 'bg-kind-workflow' },
  '20000009': { icon: Gamepad2, ground: 'bg-kind-plugin' },
  '20000010': { icon: Send, ground: 'bg-kind-bot' },
  '20000011': { icon: Phone, ground: 'bg-kind-knowledge' },
  '20000012': { icon: MessageSquare, ground: 'bg-kind-knowledge' },
  '20000013': { icon: Zap, ground: 'bg-kind-plugin' },
  '20000014': { icon: Mail, ground: 'bg-kind-prompt' },
  '20000015': { icon: Webhook, ground: 'bg-kind-knowledge' },
  '20000016': { icon: Music2, ground: 'bg-kind-plugin' },
}
/** The icon and colour of a channel; custom channels share a plain one. */
export const channelLook = (id: string): { icon: IconType; ground: string } =>
  looks[id] ?? { icon: Radio, ground: 'bg-kind-other' }
