import type { FieldOf } from '@orrery/engine/describe'
import { Plus, Settings2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { kindGlyph } from '#ui/type-tile.tsx'
import { ToolPicker } from '#domains/resources/plugin/index.ts'
import { useEditor } from '../../document/editor-context.ts'
import { useNodeForm } from '../form-context.tsx'
import { KnowledgeSearch } from '../parts/knowledge-search.tsx'
import { ResourceRow } from '../parts/resource-row.tsx'
import { ResourceSelect } from '../parts/resource-select.tsx'
import { useSkills } from '../use-skills.ts'

type Adding = 'workflow' | 'plugin' | 'knowledge'

/** The workflows, tools and knowledge bases that the model may use. */
export function SkillsField({ field }: { field: FieldOf<'skills'> }) {
  const t = useT('workflow-node')
  const { workflowId: self, spaceId } = useEditor()
  const { isReadOnly } = useNodeForm()
  const { flows, tools, bases, search, addFlow, setFlows, setTools, setBases, setSearch } = useSkills(field.path)
  const [adding, setAdding] = useState<Adding | null>(null)
  const [isSetting, setSetting] = useState(false)
  const without = useMemo(
    () => new Set([self, ...flows.map((flow) => flow.workflow_id), ...bases.map((base) => base.id)]),
    [self, flows, bases],
  )
  const removal = (remove: () => void) => (isReadOnly ? undefined : remove)
  const close = () => setAdding(null)
  return (
    <div className="flex flex-col gap-1">
      {flows.map((flow) => (
        <ResourceRow
          key={flow.workflow_id}
          kind="workflow"
          id={flow.workflow_id}
          onRemove={removal(() => setFlows(flows.filter((other) => other !== flow)))}
        />
      ))}
      {tools.map((tool) => (
        <ResourceRow
          key={`${tool.plugin_id}/${tool.api_id}`}
          kind="plugin"
          id={tool.plugin_id}
          name={tool.api_name}
          onRemove={removal(() => setTools(tools.filter((other) => other !== tool)))}
        />
      ))}
      {bases.map((base) => (
        <ResourceRow
          key={base.id}
          kind="knowledge"
          id={base.id}
          name={base.name}
          tools={
            <IconButton size="sm" icon={Settings2} label={t('skills.settings')} onClick={() => setSetting(true)} />
          }
          onRemove={removal(() => setBases(bases.filter((other) => other !== base)))}
        />
      ))}
      {!flows.length && !tools.length && !bases.length && <p className="text-small text-mute">{t('skills.none')}</p>}
      {!isReadOnly && (
        <Menu
          trigger={
            <Button kind="ghost" size="xs" icon={Plus} className="self-start">
              {t('skills.add')}
            </Button>
          }
        >
          {(['workflow', 'plugin', 'knowledge'] as const).map((kind) => (
            <MenuItem key={kind} icon={kindGlyph(kind)} onClick={() => setAdding(kind)}>
              {t(`skills.${kind}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      {adding === 'plugin' && (
        <ToolPicker
          spaceId={spaceId}
          chosen={new Set(tools.map((tool) => tool.api_id))}
          onAdd={(tool) =>
            setTools([
              ...tools,
              {
                plugin_id: tool.pluginId,
                api_id: tool.toolId,
                api_name: tool.toolName,
                plugin_version: tool.pluginVersion,
                is_draft: tool.pluginVersion === '',
              },
            ])
          }
          onRemove={(tool) => setTools(tools.filter((item) => item.api_id !== tool.toolId))}
          onClose={close}
        />
      )}
      {adding && adding !== 'plugin' && (
        <PickDialog
          kind={adding}
          without={without}
          onPick={(id, name) => {
            if (adding === 'knowledge') setBases([...bases, { id, name }])
            else addFlow(id)
            close()
          }}
          onClose={close}
        />
      )}
      {isSetting && (
        <KnowledgeSearch
          value={search}
          isReadOnly={isReadOnly}
          onChange={setSearch}
          onClose={() => setSetting(false)}
        />
      )}
    </div>
  )
}

interface PickDialogProps {
  kind: 'workflow' | 'knowledge'
  without: ReadonlySet<string>
  onPick: (id: string, name: string) => void
  onClose: () => void
}

function PickDialog({ kind, without, onPick, onClose }: PickDialogProps) {
  const t = useT('workflow-node')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`skills.${kind}`)}
      footer={<Button onClick={onClose}>{t('drawing.done')}</Button>}
    >
      <ResourceSelect
        kind={kind}
        label={t('skills.pick')}
        placeholder={t('skills.find')}
        value={null}
        without={without}
        onChange={(next) => onPick(next.value, next.label)}
      />
    </Dialog>
  )
}
