import { type CardDesign, cardDesign, isId } from '@orrery/contract'
import { buttonsOf } from '@orrery/engine/card'
import { object } from '#kit/read-json.ts'
import type { IdMap, Porter, Reference } from '#domains/ground/resource/shared/resource-content.ts'
import { type CardService, designOf } from './card.service.ts'
import { CardState } from './card.table.ts'

/** The workflows that buttons of the card run. */
export const workflowsOf = (design: CardDesign): string[] => [
  ...new Set(
    buttonsOf(design).flatMap(({ button: { action } }) => (action.type === 'run' ? [action.workflow_id] : [])),
  ),
]

/** Exports the draft of a card, and creates a card from untrusted content. */
export function createCardPorter(cards: CardService): Porter {
  return {
    nameLimit: 60,
    async read(id) {
      const { draft } = await cards.requireDraft(id)
      const design = designOf(draft)
      return {
        content: { design },
        needs: workflowsOf(design)
          .filter((workflow) => isId(workflow))
          .map((workflow): Reference => ({ kind: 'workflow', id: workflow })),
        published: draft.status === CardState.published,
      }
    },
    check(content) {
      const read = cardDesign.safeParse(object(content).design)
      const [issue] = read.error?.issues ?? []
      if (!read.success) throw new Error(`design.${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
      return { design: read.data }
    },
    create: ({ name, description, content }, { spaceId, userId }, ids) =>
      cards.createDrawn(
        { spaceId, userId, name, description },
        withWorkflows((content as { design: CardDesign }).design, ids),
      ),
    publish: async (id, userId) => void (await cards.publish(id, userId, {})),
  }
}

/** Maps the workflows of buttons to their new ids; a button without one sends its label as text. */
function withWorkflows(design: CardDesign, ids: IdMap): CardDesign {
  const text = JSON.stringify(design, (_, value: unknown) => {
    if (!isRun(value) || !ids.has(value.action.workflow_id)) return value
    const workflow = ids.get(value.action.workflow_id)
    return workflow
      ? { ...value, action: { ...value.action, workflow_id: workflow } }
      : { ...value, action: { type: 'say', text: value.label } }
  })
  return JSON.parse(text) as CardDesign
}
type RunButton = { label: string; action: { type: 'run'; workflow_id: string } }
const isRun = (value: unknown): value is RunButton =>
  typeof value === 'object' &&
  value !== null &&
  'action' in value &&
  typeof value.action === 'object' &&
  value.action !== null &&
  'type' in value.action &&
  value.action.type === 'run'
