import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { callableWorkflows, notifyAdded } from '../../skills/added-workflows.ts'
import type { CardTarget } from '../../skills/card.queries.ts'
import { isImageflow, toFlow } from '../../skills/picked-entries.ts'
import { withoutCards } from '../../skills/use-card.ts'
import { CardButton, CardTag } from './card-button.tsx'
import { OpenLink } from './open-link.tsx'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'
import { usePicker } from '../pickers/use-picker.tsx'

const needs = { workflow: ModelFunction.workflow, imageflow: ModelFunction.imageFlow }

/** Workflows that the bot can run. Image flows have a separate block, but the draft stores both in one list. */
export function WorkflowBlock({ kind }: { kind: 'workflow' | 'imageflow' }) {
  const t = useT('bot')
  const { loaded, spaceId, botId, store } = useEditor()
  const [all, setFlows] = useGroup('workflow_info_list')
  const [cards, setCards] = useGroup('card_list')
  const flows = all.filter((flow) => isImageflow(flow) === (kind === 'imageflow'))
  const details = loaded.bot_option_data.workflow_detail_map
  const picker = usePicker(kind, new Set(flows.map((flow) => flow.workflow_id)), async (picked) => {
    const added = await callableWorkflows(spaceId, picked)
    setFlows([...store.current().info.workflow_info_list, ...added.map(toFlow)])
    notifyAdded(added)
  })
  return (
    <>
      <SkillBlock
        tab={kind}
        title={t(`block.${kind}`)}
        hint={t(`block.${kind}.hint`)}
        hasData={flows.length > 0}
        count={flows.length}
        needs={needs[kind]}
        onAdd={picker.open}
        addLabel={t(`block.${kind}.add`)}
      >
        {flows.map((flow) => {
          const name = details[flow.workflow_id]?.name || flow.workflow_name
          const target: CardTarget = { biz: 'workflow', id: flow.workflow_id, tool: '', name }
          return (
            <SkillRow
              key={flow.workflow_id}
              tile={<TypeTile kind={kind} size={26} />}
              name={name}
              note={details[flow.workflow_id]?.description || flow.desc}
              mono
              beside={<CardTag target={target} />}
              tools={
                <>
                  <CardButton target={target} />
                  <OpenLink
                    name={name}
                    href={workflowLink({ space_id: spaceId, workflow_id: flow.workflow_id, bot_id: botId })}
                  />
                </>
              }
              onRemove={() => {
                setFlows(all.filter((item) => item.workflow_id !== flow.workflow_id))
                setCards(withoutCards(cards, target))
              }}
            />
          )
        })}
      </SkillBlock>
      {picker.dialog}
    </>
  )
}
