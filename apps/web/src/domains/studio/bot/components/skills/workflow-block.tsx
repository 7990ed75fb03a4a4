import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { callableWorkflows, tellAdded } from '../../skills/added-workflows.ts'
import { toFlow } from '../../skills/picked-entries.ts'
import { OpenLink } from './open-link.tsx'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'
import { usePicker } from '../pickers/use-picker.tsx'

export function WorkflowBlock() {
  const t = useT('bot')
  const { loaded, spaceId, botId, store } = useEditor()
  const [flows, setFlows] = useGroup('workflow_info_list')
  const details = loaded.bot_option_data.workflow_detail_map
  const picker = usePicker('workflow', new Set(flows.map((flow) => flow.workflow_id)), async (picked) => {
    const added = await callableWorkflows(spaceId, picked)
    setFlows([...store.current().info.workflow_info_list, ...added.map(toFlow)])
    tellAdded(added)
  })
  return (
    <>
      <SkillBlock
        tab="workflow"
        title={t('block.workflow')}
        hint={t('block.workflow.hint')}
        hasData={flows.length > 0}
        count={flows.length}
        needs={ModelFunction.workflow}
        onAdd={picker.open}
        addLabel={t('block.workflow.add')}
      >
        {flows.map((flow) => {
          const name = details[flow.workflow_id]?.name || flow.workflow_name
          return (
            <SkillRow
              key={flow.workflow_id}
              tile={<TypeTile kind="workflow" size={26} />}
              name={name}
              note={details[flow.workflow_id]?.description || flow.desc}
              mono
              tools={
                <OpenLink
                  name={name}
                  href={workflowLink({ space_id: spaceId, workflow_id: flow.workflow_id, bot_id: botId })}
                />
              }
              onRemove={() => setFlows(flows.filter((item) => item.workflow_id !== flow.workflow_id))}
            />
          )
        })}
      </SkillBlock>
      {picker.dialog}
    </>
  )
}
