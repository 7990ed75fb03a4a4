import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export interface CallerChoice {
  value: string
  label: string
  kind: 'bot' | 'workflow'
}
const atOnce = 50

/** Bots and workflows of the space that may call a tool. */
export async function searchCallers(spaceId: string, word: string, signal: AbortSignal): Promise<CallerChoice[]> {
  const [bots, workflows] = await Promise.all([
    api.bot.list({ space_id: spaceId, bot_name: word, page_size: atOnce }, { signal }),
    api.workflow.list({ space_id: spaceId, name: word || undefined, size: atOnce }, { signal }),
  ])
  return [
    ...bots.bot_draft_list.map((bot) => ({ value: bot.id, label: bot.name, kind: 'bot' as const })),
    ...workflows.workflow_list.map((workflow) => ({
      value: workflow.workflow_id,
      label: workflow.name,
      kind: 'workflow' as const,
    })),
  ]
}

export const callersQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['mock', 'callers', spaceId],
    staleTime: 60_000,
    queryFn: ({ signal }) => searchCallers(spaceId, '', signal),
  })
