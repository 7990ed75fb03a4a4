import { useMemo } from 'react'
import { useDraft, useEditor } from './draft-context.ts'

/** What can stand in a prompt as a chip: a variable that is filled in, or the name of a tool. */
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
        .filter((one) => !one.is_disabled)
        .map((one): Mention => ({ kind: 'variable', name: one.key, note: one.description })),
      ...plugins.map((one): Mention => ({
        kind: 'tool',
        name: details[one.api_id]?.name || one.api_name,
        note: details[one.api_id]?.description ?? '',
      })),
      ...flows.map((one): Mention => ({ kind: 'tool', name: one.workflow_name, note: one.desc })),
      ...tables.map((one): Mention => ({ kind: 'tool', name: one.table_name, note: one.table_desc })),
    ],
    [variables, plugins, flows, tables, details],
  )
}
