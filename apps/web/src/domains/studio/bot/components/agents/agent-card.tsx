import type { BotAgent } from '@orrery/contract'
import { AgentType } from '@orrery/contract/shared/bot-enums'
import { ArrowRight, Copy, Ellipsis, Flag, Globe, Settings2, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Tag } from '#ui/tag.tsx'
import { useModels } from '#domains/chat/model/index.ts'
import { useEditor } from '../../draft/draft-context.ts'

interface AgentCardProps {
  agent: BotAgent
  agents: readonly BotAgent[]
  onOpen: () => void
  onStart: () => void
  onCopy: () => void
  onRemove: () => void
}

export function AgentCard({ agent, agents, onOpen, onStart, onCopy, onRemove }: AgentCardProps) {
  const t = useT('bot')
  const { spaceId, isReadOnly } = useEditor()
  const model = useModels(spaceId).find((useModel) => String(useModel.model_type) === agent.model_info.model_id)
  const nameOf = (id: string) => agents.find((agent) => agent.agent_id === id)?.agent_name ?? t('agents.nowhere')
  return (
    <li className="mb-2 rounded-lg border border-line p-3 last:mb-0">
      <div className="flex items-center gap-2">
        <button type="button" onClick={onOpen} className="min-w-0 flex-1 truncate text-left font-medium">
          {agent.agent_name}
        </button>
        {agent.root_agent && (
          <Tag tone="brand" icon={Flag}>
            {t('agents.start')}
          </Tag>
        )}
        {agent.agent_type === AgentType.global && <Tag icon={Globe}>{t('agents.global')}</Tag>}
        <IconButton size="sm" icon={Settings2} label={t('row.settings', { name: agent.agent_name })} onClick={onOpen} />
        {!isReadOnly && (
          <Menu
            align="end"
            trigger={<IconButton size="sm" icon={Ellipsis} label={t('agents.more', { name: agent.agent_name })} />}
          >
            <MenuItem icon={Flag} disabled={agent.root_agent} onClick={onStart}>
              {t('agents.makeStart')}
            </MenuItem>
            <MenuItem icon={Copy} onClick={onCopy}>
              {t('agents.copy')}
            </MenuItem>
            <MenuLine />
            <MenuItem icon={Trash2} danger disabled={agent.root_agent} onClick={onRemove}>
              {t('agents.remove')}
            </MenuItem>
          </Menu>
        )}
      </div>
      <p className="mt-0.5 truncate text-small text-mute">
        {[model?.name ?? t('agents.noModel'), agent.description || firstLine(agent.prompt_info.prompt)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {agent.intents.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1 border-t border-line pt-2 text-small">
          {agent.intents.map((intent, index) => (
            <li key={intent.intent_id || index} className="flex items-center gap-1.5">
              <span className="min-w-0 flex-1 truncate">{intent.prompt || t('intent.unsaid')}</span>
              <Icon of={ArrowRight} size={12} className="shrink-0 text-mute" />
              <span className="max-w-2/5 shrink-0 truncate font-medium">{nameOf(intent.next_agent_id)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const firstLine = (text: string): string =>
  text
    .replace(/^#+\s*/gm, '')
    .trim()
    .split('\n')[0] ?? ''
