import { queryOptions, useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#lib/api.ts'
import { type Texts, useLanguage, useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { savings } from '#lib/saving.ts'
import { type PlacedProblem, problemsOfSchema, sortProblems } from '#domains/flow/workflow/index.ts'
import { useIde } from '../ide/ide-context.ts'
import type { ProjectResource } from '../project-resource.ts'
import { projectQuery } from '../project.queries.ts'

export interface ProjectProblem extends PlacedProblem {
  resource: ProjectResource
}

const keyOf = (workflowId: string) => ['workflow-problems', workflowId]
const problemsQuery = (workflowId: string, language: string, t: Texts<'workflow-node'>) =>
  queryOptions({
    queryKey: [...keyOf(workflowId), language],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const { workflow } = await api.workflow.canvas({ workflow_id: workflowId }, { signal })
      return problemsOfSchema(workflow.schema_json ?? '', t)
    },
  })

/** Problems of all workflows in the project: errors, warnings, then todos. */
export function useProjectProblems(): readonly ProjectProblem[] {
  const { resources, shown, focused } = useIde()
  const t = useT('workflow-node')
  const [language] = useLanguage()
  const flows = resources.filter((resource) => resource.kind === 'workflow')
  const found = useQueries({ queries: flows.map(({ id }) => problemsQuery(id, language, t)) })
  const all = flows.flatMap((resource, at) => (found[at]?.data ?? []).map((problem) => ({ ...problem, resource })))
  // Problems of the current workflow come first.
  const isHere = ({ resource }: ProjectProblem) => resource.key === shown[focused]?.key
  const sorted = sortProblems([...all.filter(isHere), ...all.filter((problem) => !isHere(problem))])
  return [...sorted.errors, ...sorted.warnings, ...sorted.todo]
}

/** Number of errors by workflow. */
export function useProblemCounts(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { resource } of sortProblems(useProjectProblems()).errors)
    counts.set(resource.id, (counts.get(resource.id) ?? 0) + 1)
  return counts
}

/** Checks a saved workflow again, and refreshes the edit time of the project. */
export function useProblemRefresh(): void {
  const { projectId } = useIde()
  useEffect(() => {
    let before = savings.current()
    return savings.subscribe(() => {
      const now = savings.current()
      for (const [id, state] of now)
        if (state === 'saved' && before.get(id) !== 'saved') {
          void queryClient.invalidateQueries({ queryKey: keyOf(id) })
          void queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey, exact: true })
        }
      before = now
    })
  }, [projectId])
}
