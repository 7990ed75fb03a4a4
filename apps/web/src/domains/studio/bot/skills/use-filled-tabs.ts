import { useQuery } from '@tanstack/react-query'
import { useDraft, useEditor } from '../draft/draft-context.ts'
import { filledTabs } from './filled-tabs.ts'
import type { SkillTab } from './tab-status.ts'
import { tasksQuery } from '../tasks/task.queries.ts'

/** The blocks that have content. */
export function useFilledTabs(): ReadonlySet<SkillTab> {
  const { botId, loaded } = useEditor()
  const info = useDraft((draft) => draft.info)
  const { data: tasks } = useQuery(tasksQuery(botId))
  return filledTabs(info, loaded.bot_option_data, tasks?.length ?? 0)
}
