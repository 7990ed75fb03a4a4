import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { mockSetLink } from '#lib/links.ts'
import { waitForSkill } from '#lib/waiting-skills.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { botMocksQuery, PluginTile, ToolSettingsDialog } from '#domains/resources/plugin/index.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import type { CardTarget } from '../../skills/card.queries.ts'
import { withoutCard } from '../../skills/use-card.ts'
import { type BotTool, useToolPicker } from '../pickers/use-tool-picker.tsx'
import { CardButton, CardTag } from './card-button.tsx'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'

/** Tools of plugins and MCP servers. Each has settings for this bot, and can be disabled without losing them. */
export function PluginBlock() {
  const t = useT('bot')
  const { loaded, spaceId, botId, isReadOnly } = useEditor()
  const [tools, setTools] = useGroup('plugin_info_list')
  const [variables] = useGroup('variable_list')
  const [cards, setCards] = useGroup('card_list')
  const [open, setOpen] = useState<BotTool | null>(null)
  const picker = useToolPicker(tools, setTools, (id) => waitForSkill({ spaceId, botId, kind: 'plugin', id }))
  const mocks = useQuery({ ...botMocksQuery(spaceId, botId), enabled: tools.length > 0 }).data
  const details = loaded.bot_option_data.plugin_api_detail_map
  const put = (tool: BotTool, change: Partial<BotTool>) =>
    setTools(tools.map((item) => (item === tool ? { ...item, ...change } : item)))
  return (
    <>
      <SkillBlock
        tab="plugin"
        title={t('block.plugin')}
        hint={t('block.plugin.hint')}
        hasData={tools.length > 0}
        count={tools.length}
        needs={ModelFunction.plugin}
        onAdd={picker.open}
        addLabel={t('block.plugin.add')}
      >
        {tools.map((tool) => {
          const detail = details[tool.api_id]
          const name = detail?.name || tool.api_name
          const mock = mocks?.get(tool.api_id)
          const target: CardTarget = { biz: 'plugin', id: tool.plugin_id, tool: tool.api_name || name, name }
          // A tool that was just added has no details yet.
          const isGone = detail
            ? detail.source === ''
            : loaded.bot_info.plugin_info_list.some((pluginInfo) => pluginInfo.api_id === tool.api_id)
          return (
            <SkillRow
              key={tool.api_id}
              tile={
                <PluginTile
                  id={tool.plugin_id}
                  source={detail?.source ?? 'plugin'}
                  icon={detail?.plugin_icon}
                  size={26}
                />
              }
              name={name}
              note={isGone ? t('tool.gone') : [detail?.plugin_name, detail?.description].filter(Boolean).join(' · ')}
              mono
              beside={
                <>
                  {isGone && <Tag tone="err">{t('tool.gone.tag')}</Tag>}
                  <CardTag target={target} />
                  {mock && (
                    <a
                      href={mockSetLink({ spaceId, pluginId: tool.plugin_id, toolId: tool.api_id, mockSetId: mock.id })}
                      target="_blank"
                      rel="noreferrer"
                    >
                      <Tag tone="warn" icon={FlaskConical} title={t('tool.mock.text')}>
                        {t('tool.mock', { name: mock.name })}
                      </Tag>
                    </a>
                  )}
                </>
              }
              tools={
                !isGone && (
                  <>
                    <CardButton target={target} />
                    <IconButton
                      size="sm"
                      icon={Settings2}
                      label={t('tool.settings', { name })}
                      onClick={() => setOpen(tool)}
                    />
                  </>
                )
              }
              end={
                <Switch
                  label={t('tool.on', { name })}
                  checked={!tool.is_disabled}
                  disabled={isReadOnly}
                  onChange={(on) => put(tool, { is_disabled: !on })}
                />
              }
              onRemove={() => {
                setTools(tools.filter((item) => item !== tool))
                setCards(withoutCard(cards, target))
              }}
            />
          )
        })}
      </SkillBlock>
      {picker.dialog}
      {open && (
        <ToolSettingsDialog
          tool={{
            spaceId,
            botId,
            pluginId: open.plugin_id,
            toolId: open.api_id,
            toolName: details[open.api_id]?.name || open.api_name,
          }}
          variables={variables.map((variable) => variable.key)}
          isReadOnly={isReadOnly}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
