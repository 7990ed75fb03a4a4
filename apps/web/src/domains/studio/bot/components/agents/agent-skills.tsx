import type { BotAgent } from '@orrery/contract'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { TileKind } from '#lib/tile-kind.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import { isImageflow, toBase, toFlow } from '../../skills/picked-entries.ts'
import type { PickedSkill, SkillKind } from '../../skills/skill-kinds.ts'
import { SkillRow } from '../skills/skill-row.tsx'
import { type Picker, usePicker } from '../pickers/use-picker.tsx'
import { useToolPicker } from '../pickers/use-tool-picker.tsx'

interface AgentSkillsProps {
  agent: BotAgent
  onChange: (change: Partial<BotAgent>) => void
}

/** Skills of this agent only. */
export function AgentSkills({ agent, onChange }: AgentSkillsProps) {
  const t = useT('bot')
  const { plugin_info_list: plugins, workflow_info_list: flows, knowledge } = agent
  const bases = knowledge.knowledge_info
  const toolPicker = useToolPicker(plugins, (next) => onChange({ plugin_info_list: next }))
  return (
    <>
      <Shelf picker={toolPicker} title={t('block.plugin')} hint={t('block.plugin.hint')}>
        {plugins.map((plugin) => (
          <Row
            key={plugin.api_id}
            kind="plugin"
            name={plugin.api_name}
            onRemove={() => onChange({ plugin_info_list: plugins.filter((other) => other !== plugin) })}
          />
        ))}
      </Shelf>
      {(['workflow', 'imageflow'] as const).map((kind) => (
        <PickerShelf
          key={kind}
          kind={kind}
          title={t(`block.${kind}`)}
          hint={t(`block.${kind}.hint`)}
          chosen={flows.map((flow) => flow.workflow_id)}
          onPick={(picked) => onChange({ workflow_info_list: [...flows, ...picked.map(toFlow)] })}
        >
          {flows
            .filter((flow) => isImageflow(flow) === (kind === 'imageflow'))
            .map((flow) => (
              <Row
                key={flow.workflow_id}
                kind={kind}
                name={flow.workflow_name}
                onRemove={() => onChange({ workflow_info_list: flows.filter((other) => other !== flow) })}
              />
            ))}
        </PickerShelf>
      ))}
      <PickerShelf
        kind="knowledge_text"
        title={t('group.knowledge')}
        hint={t('block.knowledge_text.hint')}
        chosen={bases.map((base) => base.id)}
        onPick={(picked) =>
          onChange({ knowledge: { ...knowledge, knowledge_info: [...bases, ...picked.map(toBase)] } })
        }
      >
        {bases.map((base) => (
          <Row
            key={base.id}
            kind="knowledge"
            name={base.name}
            onRemove={() =>
              onChange({ knowledge: { ...knowledge, knowledge_info: bases.filter((other) => other !== base) } })
            }
          />
        ))}
      </PickerShelf>
    </>
  )
}

interface PickerShelfProps extends Omit<ShelfProps, 'picker'> {
  kind: SkillKind
  chosen: readonly string[]
  onPick: (picked: readonly PickedSkill[]) => void
}

function PickerShelf({ kind, chosen, onPick, ...shelf }: PickerShelfProps) {
  return <Shelf picker={usePicker(kind, new Set(chosen), onPick)} {...shelf} />
}

interface ShelfProps {
  picker: Picker
  title: string
  hint: string
  children: ReactNode[]
}

function Shelf({ picker, title, hint, children }: ShelfProps) {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  return (
    <section aria-label={title} className="mb-4">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate font-semibold">{title}</h3>
        {!isReadOnly && (
          <Button size="sm" kind="quiet" icon={Plus} onClick={picker.open}>
            {t('add')}
          </Button>
        )}
      </div>
      {children.length > 0 ? children : <p className="text-small text-mute">{hint}</p>}
      {picker.dialog}
    </section>
  )
}

function Row({ kind, name, onRemove }: { kind: TileKind; name: string; onRemove: () => void }) {
  return <SkillRow tile={<TypeTile kind={kind} size={26} />} name={name} mono onRemove={onRemove} />
}
