import type { CardDesign } from '@orrery/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type CardDraft = Awaited<ReturnType<typeof api.cardBuilder.draft>>

const official = 1
const custom = 2

/** Refetched whenever the editor opens, because somebody else may have edited the card. */
export const draftQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['card', 'draft', cardId],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => api.cardBuilder.draft({ card_id: cardId }, { signal }),
  })

export interface CardTemplate {
  id: string
  name: string
  isOfficial: boolean
  design: CardDesign
}
/** Built-in templates, then those of the space. */
export const templatesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['card', 'templates', spaceId],
    queryFn: async ({ signal }): Promise<CardTemplate[]> => {
      const ask = async (category: 1 | 2) =>
        (await api.cardBuilder.templates({ space_id: spaceId, category, size: 100 }, { signal })).card_templates.map(
          (template) => ({
            id: template.template_id,
            name: template.name,
            isOfficial: category === official,
            design: JSON.parse(template.dsl_content) as CardDesign,
          }),
        )
      const [shipped, own] = await Promise.all([ask(official), ask(custom)])
      return [...shipped, ...own]
    },
  })

export const historyQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['card', 'history', cardId],
    queryFn: async ({ signal }) =>
      (await api.cardBuilder.history({ card_id: cardId, size: 100 }, { signal })).history_infos,
  })

/** The person's generated designs of the card, without incomplete ones. */
export const generatedQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['card', 'generated', cardId],
    queryFn: async ({ signal }) =>
      (await api.cardAi.history({ card_id: cardId, size: 20 }, { signal })).history_infos.flatMap((one) =>
        one.ai_schema
          ? [{ id: one.id, description: one.user_description, design: JSON.parse(one.ai_schema) as CardDesign }]
          : [],
      ),
  })

export interface RunnableWorkflow {
  id: string
  name: string
  inputs: string[]
  outputs: string[]
}
/** Workflows that a button can run: published ones of the space, with their inputs and outputs. */
export const runnableQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['card', 'workflows', spaceId],
    queryFn: async ({ signal }): Promise<RunnableWorkflow[]> => {
      const { workflow_list } = await api.workflow.released({ space_id: spaceId, size: 100 }, { signal })
      return workflow_list.map((flow) => ({
        id: flow.workflow_id,
        name: flow.name,
        inputs: flow.inputs.map(({ name }) => String(name)),
        outputs: flow.outputs.map(({ name }) => String(name)),
      }))
    },
  })
