import type { ValueType, VariableType } from '@orrery/engine/describe'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import type { GlobalKind, GlobalVariable } from './scope-tree.ts'

/** Kinds of variables by their channel number. */
const channels: Record<number, GlobalKind> = { 1: 'user', 2: 'system', 5: 'app' }

/** Persistent variables of the system, and of the project that contains the workflow. */
export const globalsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['workflow-globals', projectId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<GlobalVariable[]> => {
      const system = await api.variables.systemConfig({}, { signal })
      const own = projectId ? (await api.variables.projectList({ ProjectID: projectId }, { signal })).VariableList : []
      return [
        ...own.flatMap((item): GlobalVariable[] => {
          const kind = channels[item.Channel]
          if (!kind || kind === 'system' || !item.Enable) return []
          return [{ kind, name: item.Keyword, description: item.Description, ...readSchema(item.Schema) }]
        }),
        ...system.conf.map((item): GlobalVariable => ({
          kind: 'system',
          name: item.key,
          type: 'string',
          description: item.description,
        })),
      ]
    },
  })

const types = new Set<string>(['string', 'integer', 'float', 'boolean', 'object', 'list'])

/** The declared type of a variable; string by default. */
function readSchema(text: string): ValueType {
  try {
    const { type, schema } = JSON.parse(text) as { type?: unknown; schema?: ValueType['schema'] }
    if (typeof type === 'string' && types.has(type))
      return { type: type as VariableType, ...(schema ? { schema } : {}) }
  } catch {
    // Undeclared or unreadable: falls back to string.
  }
  return { type: 'string' }
}
