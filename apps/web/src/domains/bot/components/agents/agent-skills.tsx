import type { BotAgent } from '@orrery/contract'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { type TileKind, TypeTile } from '../../../../ui/type-tile.tsx'
import { useEditor } from '../../draft-context.ts'
import { toBase, toFlow, toPlugin } from '../../picked-entries.ts'
import type { PickedSkill, SkillKind } from '../../skill-pickers.ts'
import { SkillRow } from '../skills/skill-row.tsx'
import { usePicker } from '../pickers/use-picker.tsx'

interface AgentSkillsProps {
  agent: BotAgent
  onChange: (change: Partial<BotAgent>) => void
}

/** What this agent alone may use. */
export function AgentSkills({ agent, onChange }: AgentSkillsProps) {
  const t = useT('bot')
  const { plugin_info_list: plugins, workflow_info_list: flows, knowledge } = agent
  const bases = knowledge.knowledge_info
  return (
    <>
      <Shelf
        kind="plugin"
        title={t('block.plugin')}
        hint={t('block.plugin.hint')}
        chosen={plugins.map((one) => one.api_id)}
        onPick={(picked) => onChange({ plugin_info_list: [...plugins, ...picked.map(toPlugin)] })}
      >
        {plugins.map((one) => (
          <Row
            key={one.api_id}
            kind="plugin"
            name={one.api_name}
            onRemove={() => onChange({ plugin_info_list: plugins.filter((other) => other !== one) })}
          />
        ))}
      </Shelf>
      <Shelf
        kind="workflow"
        title={t('block.workflow')}
        hint={t('block.workflow.hint')}
        chosen={flows.map((one) => one.workflow_id)}
        onPick={(picked) => onChange({ workflow_info_list: [...flows, ...picked.map(toFlow)] })}
      >
        {flows.map((one) => (
          <Row
            key={one.workflow_id}
            kind="workflow"
            name={one.workflow_name}
            onRemove={() => onChange({ workflow_info_list: flows.filter((other) => other !== one) })}
          />
        ))}
      </Shelf>
      <Shelf
        kind="knowledge_text"
        title={t('group.knowledge')}
        hint={t('block.knowledge_text.hint')}
        chosen={bases.map((one) => one.id)}
        onPick={(picked) =>
          onChange({ knowledge: { ...knowledge, knowledge_info: [...bases, ...picked.map(toBase)] } })
        }
      >
        {bases.map((one) => (
          <Row
            key={one.id}
            kind="knowledge"
            name={one.name}
            onRemove={() =>
              onChange({ knowledge: { ...knowledge, knowledge_info: bases.filter((other) => other !== one) } })
            }
          />
        ))}
      </Shelf>
    </>
  )
}

interface ShelfProps {
  kind: SkillKind
  title: string
  hint: string
  chosen: readonly string[]
  onPick: (picked: readonly PickedSkill[]) => void
  children: ReactNode[]
}

function Shelf({ kind, title, hint, chosen, onPick, children }: ShelfProps) {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  const picker = usePicker(kind, new Set(chosen), onPick)
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
