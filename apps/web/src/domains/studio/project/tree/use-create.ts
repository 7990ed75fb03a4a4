import type { HostedKind } from '@orrery/contract/shared/resource-kinds'
import type { Creating } from '#lib/creating.ts'
import { queryClient } from '#lib/query.ts'
import { useSpace } from '#lib/spaces.ts'
import { creatingDatabase } from '#domains/resources/database/index.ts'
import { creatingKnowledge } from '#domains/resources/knowledge/index.ts'
import { creatingPlugin } from '#domains/resources/plugin/index.ts'
import { creatingWorkflow } from '#domains/flow/workflow/index.ts'
import { useIde } from '../ide/ide-context.ts'
import { resourcesQuery } from '../project.queries.ts'

const makers = {
  workflow: { kind: 'workflow', make: (where: Creating) => creatingWorkflow.set({ ...where, kind: 'workflow' }) },
  chatflow: { kind: 'workflow', make: (where: Creating) => creatingWorkflow.set({ ...where, kind: 'chatflow' }) },
  imageflow: { kind: 'workflow', make: (where: Creating) => creatingWorkflow.set({ ...where, kind: 'imageflow' }) },
  plugin: { kind: 'plugin', make: (where: Creating) => creatingPlugin.set(where) },
  knowledge: { kind: 'knowledge', make: (where: Creating) => creatingKnowledge.set(where) },
  database: { kind: 'database', make: (where: Creating) => creatingDatabase.set(where) },
} as const satisfies Record<
  HostedKind | 'chatflow' | 'imageflow',
  { kind: HostedKind; make: (where: Creating) => void }
>
type Creatable = keyof typeof makers
export const creatables = Object.keys(makers) as Creatable[]

/** Creates a resource in this project with the usual dialogs, and opens it in a tab. */
export function useCreate(): (tile: Creatable) => void {
  const space = useSpace()
  const { projectId, open } = useIde()
  return (tile) => {
    const { kind, make } = makers[tile]
    const onCreated = (id: string) =>
      void queryClient
        .fetchQuery({ ...resourcesQuery(projectId), staleTime: 0 })
        .then(() => open(`${kind}/${id}`, kind === 'knowledge' ? { below: 'upload' } : {}))
    make({ space, projectId, onCreated })
  }
}
