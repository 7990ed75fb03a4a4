import { BotMode } from '@orrery/contract/shared/bot-enums'
import { useT } from '#lib/i18n.ts'
import { PanelHead } from '#ui/resizable-panels.tsx'
import { ModelPopover } from '#domains/chat/model/index.ts'
import { useDraft, useEditor, useGroup } from '../../draft/draft-context.ts'
import { BackgroundBlock } from './background-block.tsx'
import { BlockMenu } from './block-menu.tsx'
import { DatabaseBlock } from './database-block.tsx'
import { HookBlock } from './hook-block.tsx'
import { KnowledgeBlock } from './knowledge-block.tsx'
import { FileBoxBlock, LongTermMemoryBlock } from './memory-blocks.tsx'
import { OpeningBlock } from './opening-block.tsx'
import { PluginBlock } from './plugin-block.tsx'
import { ShortcutBlock } from './shortcut-block.tsx'
import { SkillGroup } from './skill-group.tsx'
import { SuggestionBlock } from './suggestion-block.tsx'
import { TaskBlock } from './task-block.tsx'
import { TokenAlert } from './token-alert.tsx'
import { VariableBlock } from './variable-block.tsx'
import { VoiceBlock } from './voice-block.tsx'
import { WorkflowBlock } from './workflow-block.tsx'

/** The middle column. In workflow mode the chatflow has its own model and tools, in multi mode each agent has. */
export function SkillsPanel() {
  const t = useT('bot')
  const { spaceId, isReadOnly } = useEditor()
  const mode = useDraft((draft) => draft.info.bot_mode)
  const [model, setModel] = useGroup('model_info')
  const isSingle = mode === BotMode.single
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-page">
      <PanelHead
        title={isSingle ? t('panel.skills') : t('panel.shared')}
        tools={
          <>
            {isSingle && <ModelPopover spaceId={spaceId} value={model} onChange={setModel} disabled={isReadOnly} />}
            {!isReadOnly && <BlockMenu />}
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        <TokenAlert />
        <SkillGroup label={t('group.skills')}>
          {isSingle && <PluginBlock />}
          {isSingle && <WorkflowBlock kind="workflow" />}
          {isSingle && <WorkflowBlock kind="imageflow" />}
          <TaskBlock />
        </SkillGroup>
        {isSingle && (
          <SkillGroup label={t('group.knowledge')}>
            <KnowledgeBlock format="text" />
            <KnowledgeBlock format="table" />
            <KnowledgeBlock format="photo" />
          </SkillGroup>
        )}
        <SkillGroup label={t('group.memory')}>
          <VariableBlock />
          <DatabaseBlock />
          <LongTermMemoryBlock />
          <FileBoxBlock />
        </SkillGroup>
        <SkillGroup label={t('group.dialog')}>
          <OpeningBlock />
          <SuggestionBlock />
          <ShortcutBlock />
          <BackgroundBlock />
          <VoiceBlock />
        </SkillGroup>
        <SkillGroup label={t('group.advanced')}>
          <HookBlock />
        </SkillGroup>
      </div>
    </div>
  )
}
