import { AgentType, SessionType } from '@orrery/contract/shared/bot-enums'
import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { PanelHead } from '#ui/resizable-panels.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { removeAgent, setStart } from '../../agents/agent-edits.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { SupportNote } from '../skills/support-note.tsx'
import { AgentCard } from './agent-card.tsx'
import { AgentDialog } from './agent-dialog.tsx'
import { AgentGraph } from './agent-graph.tsx'

/** Multi mode: agents that hand the conversation over to each other, each with its own prompt, model and skills. */
export function AgentsPanel() {
  const t = useT('bot')
  const { store, botId, spaceId, isReadOnly, reload } = useEditor()
  const [agents, setAgents] = useGroup('agents')
  const [multi, setMulti] = useGroup('multi_agent_info')
  const [opened, setOpened] = useState<string | null>(null)
  /** The server assigns the ids of new and copied agents, therefore pending edits are saved first. */
  const make = useMutation({
    mutationFn: async (from?: string) => {
      await store.flush()
      const base = { bot_id: botId, space_id: spaceId, base_commit_version: store.current().info.version }
      const made = from
        ? await api.bot.copyAgent({ ...base, agent_id: from })
        : await api.bot.createAgent({ ...base, agent_type: AgentType.model })
      await reload()
      return made.agentData.agentInfo.id
    },
    onSuccess: setOpened,
    onError: (error) => toast.error(t('agents.addFailed'), { error }),
  })
  const remove = async (id: string, name: string) => {
    const isSure = await confirm({
      title: t('agents.remove.title', { name }),
      text: t('agents.remove.text'),
      action: t('agents.remove.action'),
      danger: true,
    })
    if (isSure) setAgents(removeAgent(store.current().info.agents, id))
  }
  const agent = agents.find((agent) => agent.agent_id === opened)
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <PanelHead
        title={t('agents.title')}
        tools={
          <>
            <SupportNote needs={ModelFunction.multiAgentRecognize} />
            <Select
              size="sm"
              label={t('agents.session')}
              disabled={isReadOnly}
              items={[
                {
                  value: String(SessionType.flow),
                  label: t('agents.session.flow'),
                  description: t('agents.session.flow.text'),
                },
                {
                  value: String(SessionType.host),
                  label: t('agents.session.host'),
                  description: t('agents.session.host.text'),
                },
              ]}
              value={String(multi.session_type)}
              onChange={(next) => setMulti({ session_type: Number(next) as 1 | 2 })}
              className="w-36"
            />
            {!isReadOnly && (
              <Button size="sm" kind="ghost" icon={Plus} busy={make.isPending} onClick={() => make.mutate(undefined)}>
                {t('agents.add')}
              </Button>
            )}
          </>
        }
      />
      <AgentGraph agents={agents} onOpen={setOpened} />
      <ul aria-label={t('agents.title')} className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        {agents.map((agent) => (
          <AgentCard
            key={agent.agent_id}
            agent={agent}
            agents={agents}
            onOpen={() => setOpened(agent.agent_id)}
            onStart={() => setAgents(setStart(agents, agent.agent_id))}
            onCopy={() => make.mutate(agent.agent_id)}
            onRemove={() => void remove(agent.agent_id, agent.agent_name)}
          />
        ))}
      </ul>
      {agent && <AgentDialog agent={agent} onClose={() => setOpened(null)} />}
    </div>
  )
}
