import { useMemo } from 'react'
import { useDraft, useEditor } from '../draft/draft-context.ts'

/** A chip in a prompt: a variable or the name of a tool. */
export interface Mention {
  kind: 'variable' | 'tool'
  name: string
  note: string
}

export function useMentions(): readonly Mention[] {
  const { loaded } = useEditor()
  const variables = useDraft((draft) => draft.info.variable_list)
  const plugins = useDraft((draft) => draft.info.plugin_info_list)
  const flows = useDraft((draft) => draft.info.workflow_info_list)
  const tables = useDraft((draft) => draft.info.database_list)
  const details = loaded.bot_option_data.plugin_api_detail_map
  return useMemo(
    () => [
      ...variables
        .filter((variable) => !variable.is_disabled)
        .map((variable): Mention => ({ kind: 'variable', name: variable.key, note: variable.description })),
      ...plugins.map((plugin): Mention => ({
        kind: 'tool',
        name: details[plugin.api_id]?.name || plugin.api_name,
        note: details[plugin.api_id]?.description ?? '',
      })),
      ...flows.map((flow): Mention => ({ kind: 'tool', name: flow.workflow_name, note: flow.desc })),
      ...tables.map((table): Mention => ({ kind: 'tool', name: table.table_name, note: table.table_desc })),
    ],
    [variables, plugins, flows, tables, details],
  )
}
