import { useQuery } from '@tanstack/react-query'
import type { Column } from './columns.ts'
import { databaseIdOf } from './database-id.ts'
import { useNodeForm } from './form-context.tsx'
import { databaseQuery } from '../nodes/resources.queries.ts'

const none: readonly Column[] = []

/** The columns of the selected table; empty if none is selected. */
export function useColumns(): { hasTable: boolean; columns: readonly Column[] } {
  const { data } = useNodeForm()
  const id = databaseIdOf(data)
  const table = useQuery({ ...databaseQuery(id), enabled: id !== '' }).data
  return { hasTable: id !== '', columns: table?.field_list.filter((field) => !field.is_system_field) ?? none }
}
