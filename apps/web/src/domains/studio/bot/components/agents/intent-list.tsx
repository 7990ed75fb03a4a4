import type { BotAgent } from '@orrery/contract'
import { AGENT_LIMITS } from '@orrery/contract/shared/limits'
import { ArrowRight, Plus, X } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { newUuid } from '#lib/new-uuid.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Select } from '#ui/select.tsx'
import { useDraft, useEditor } from '../../draft/draft-context.ts'
import { LimitedText } from '../dialogs/limited-text.tsx'

type Intent = BotAgent['intents'][number]

/** The intents of an agent: what the user wants, and which agent then takes over. */
export function IntentList({ agent, onChange }: { agent: BotAgent; onChange: (intents: Intent[]) => void }) {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  const agents = useDraft((draft) => draft.info.agents)
  const others = agents.filter((item) => item.agent_id !== agent.agent_id)
  const { intents } = agent
  const set = (index: number, fields: Partial<Intent>) =>
    onChange(intents.map((intent, at) => (at === index ? { ...intent, ...fields } : intent)))
  const add = () =>
    onChange([...intents, { intent_id: newUuid(), prompt: '', next_agent_id: others[0]?.agent_id ?? '' }])
  return (
    <div className="flex flex-col gap-2">
      <p className="text-mute">{t('intent.text')}</p>
      {intents.map((intent, index) => (
        <div key={intent.intent_id || index} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <LimitedText
              name={t('intent.prompt', { number: index + 1 })}
              value={intent.prompt}
              limit={AGENT_LIMITS.intent}
              placeholder={t('intent.placeholder')}
              disabled={isReadOnly}
              onChange={(prompt) => set(index, { prompt })}
            />
          </div>
          <span className="flex h-8 items-center text-mute">
            <Icon of={ArrowRight} size={14} />
          </span>
          <Select
            label={t('intent.target', { number: index + 1 })}
            items={others.map((other) => ({ value: other.agent_id, label: other.agent_name }))}
            value={intent.next_agent_id || null}
            disabled={isReadOnly}
            onChange={(id) => set(index, { next_agent_id: id })}
            className="w-44 shrink-0"
          />
          {!isReadOnly && (
            <IconButton
              size="lg"
              icon={X}
              label={t('row.remove', { name: intent.prompt || t('intent.prompt', { number: index + 1 }) })}
              onClick={() => onChange(intents.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button size="sm" icon={Plus} disabled={others.length === 0} onClick={add}>
            {t('intent.add')}
          </Button>
          {others.length === 0 && <span className="ml-2 text-small text-mute">{t('intent.alone')}</span>}
        </div>
      )}
    </div>
  )
}
