import type { BotAgent } from '@orrery/contract'
import { AgentType, BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { AGENT_LIMITS } from '@orrery/contract/shared/limits'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { ModelPopover } from '#domains/chat/model/index.ts'
import { changeAgent } from '../../agents/agent-edits.ts'
import { useEditor } from '../../draft/draft-context.ts'
import { LimitedText } from '../dialogs/limited-text.tsx'
import { AgentSkills } from './agent-skills.tsx'
import { IntentList } from './intent-list.tsx'
import { JumpRules } from './jump-rules.tsx'

const tabs = ['persona', 'intents', 'skills'] as const
type TabName = (typeof tabs)[number]

/** The settings of one agent. Edits are saved automatically with the draft. */
export function AgentDialog({ agent, onClose }: { agent: BotAgent; onClose: () => void }) {
  const t = useT('bot')
  const { store, spaceId, isReadOnly } = useEditor()
  const [tab, setTab] = useState<TabName>('persona')
  const change = (fields: Partial<BotAgent>) =>
    store.edit({ agents: changeAgent(store.current().info.agents, agent.agent_id, fields) })
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('agents.edit', { name: agent.agent_name })}
      className="h-160 max-h-[calc(100vh-2rem)]"
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <Tabs
        label={t('agents.parts')}
        items={tabs.map((value) => ({
          value,
          label: t(`agents.tab.${value}`),
          count: value === 'intents' ? agent.intents.length : undefined,
        }))}
        value={tab}
        onChange={setTab}
        className="-mx-4"
      >
        <TabPanel value="persona" className="px-4 pt-4">
          <div className="flex flex-col gap-4">
            <LimitedText
              label={t('agents.name')}
              value={agent.agent_name}
              limit={AGENT_LIMITS.name}
              disabled={isReadOnly}
              onChange={(name) => name.trim() && change({ agent_name: name })}
            />
            <LimitedText
              label={t('agents.description')}
              help={t('agents.description.help')}
              lines={2}
              value={agent.description}
              limit={2000}
              disabled={isReadOnly}
              onChange={(description) => change({ description })}
            />
            <Field label={t('diff.model')}>
              <div>
                <ModelPopover
                  spaceId={spaceId}
                  value={agent.model_info}
                  disabled={isReadOnly}
                  onChange={(model) => change({ model_info: model })}
                />
              </div>
            </Field>
            <LimitedText
              label={t('panel.persona')}
              lines={8}
              value={agent.prompt_info.prompt}
              limit={BOT_LIMITS.persona}
              placeholder={t('persona.placeholder')}
              disabled={isReadOnly}
              onChange={(prompt) => change({ prompt_info: { ...agent.prompt_info, prompt } })}
            />
            <Switch
              checked={agent.agent_type === AgentType.global}
              disabled={isReadOnly || agent.root_agent}
              onChange={(on) => change({ agent_type: on ? AgentType.global : AgentType.model })}
            >
              {t('agents.global.help')}
            </Switch>
          </div>
        </TabPanel>
        <TabPanel value="intents" className="px-4 pt-4">
          <IntentList agent={agent} onChange={(intents) => change({ intents })} />
          <JumpRules agent={agent} onChange={(jump) => change({ jump_config: jump })} />
        </TabPanel>
        <TabPanel value="skills" className="px-4 pt-4">
          <AgentSkills agent={agent} onChange={change} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
