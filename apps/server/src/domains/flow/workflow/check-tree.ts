import { type ValidateErrorData, VariableChannel } from '@orrery/contract'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { VariableService } from '#domains/resources/variable/variable.service.ts'
import { calledFrom } from './called-workflows.ts'
import { validateCanvas } from './validate-canvas.ts'
import type { VersionService } from './version.service.ts'
import type { WorkflowService } from './workflow.service.ts'

export interface CheckTreeDeps {
  workflows: Pick<WorkflowService, 'get' | 'getMany'>
  versions: Pick<VersionService, 'content'>
  variables: Pick<VariableService, 'metaOf' | 'typeOf'>
}
interface Checked {
  workflow_id: string
  name: string
  errors: ValidateErrorData[]
}
const MOST = 100
const scopes: Record<number, string> = {
  [VariableChannel.custom]: 'user',
  [VariableChannel.app]: 'app',
  [VariableChannel.system]: 'system',
}

/** Validates a canvas and the drafts it calls. Each problem is listed under the workflow that has to be corrected. */
export function createCheckTree({ workflows, versions, variables }: CheckTreeDeps) {
  async function globalsOf(ownerId: string | null | undefined): Promise<Record<string, string> | undefined> {
    if (!ownerId) return undefined
    const metas = await variables.metaOf(ownerId)
    return Object.fromEntries(metas.map((meta) => [`${scopes[meta.channel]}.${meta.keyword}`, typeText(meta)]))
  }
  type Type = ReturnType<CheckTreeDeps['variables']['typeOf']>
  const wordOf = ({ kind }: Type) => (kind === 'number' ? 'float' : kind)
  function typeText(meta: Parameters<CheckTreeDeps['variables']['typeOf']>[0]): string {
    const type = variables.typeOf(meta)
    return type.kind === 'list' ? `list<${wordOf(type.of)}>` : wordOf(type)
  }

  return async (
    wanted: { workflowId: string; schema: string | undefined; ownerId: string | undefined },
    mayView: (id: string) => Promise<boolean>,
  ): Promise<Checked[]> => {
    const checked: Checked[] = []
    const seen = new Set([wanted.workflowId])
    let next = [{ found: await workflows.get(wanted.workflowId), schema: wanted.schema }]
    while (next.length && seen.size <= MOST) {
      const called = new Set<string>()
      for (const { found, schema } of next) {
        const { head, row } = found
        const text = schema ?? row.schema
        const errors = validateCanvas(text, {
          ...(await calledFrom(text, versions, mayView)),
          globals: await globalsOf(wanted.ownerId ?? head.projectId ?? row.bindBizId),
        })
        if (errors.length || head.id === wanted.workflowId)
          checked.push({ workflow_id: head.id, name: head.name, errors })
        // Published versions are immutable, so only drafts are validated.
        for (const { id, version } of readFacts(text).needs.workflows) if (!version && !seen.has(id)) called.add(id)
      }
      for (const id of called) seen.add(id)
      const allowed = await Promise.all([...called].map(async (id) => ((await mayView(id)) ? [id] : [])))
      next = (await workflows.getMany(allowed.flat())).map((found) => ({ found, schema: undefined }))
    }
    return checked
  }
}
export type CheckTree = ReturnType<typeof createCheckTree>
