import type { Access } from '#kit/access.ts'
import type { Actor } from '#kit/http/context.ts'
import { type Needs, readFacts, replaceIds, flatten } from '@orrery/engine/canvas-facts'
import { dropVersions } from './drop-versions.ts'
import { knownMode } from './known-mode.ts'
import { workflowErrors } from './workflow.errors.ts'
import type { VersionService } from './version.service.ts'
import { checkCanvas, type WorkflowService } from './workflow.service.ts'

interface BundledWorkflow {
  id: string
  name: string
  description: string
  flow_mode: number
  schema: string
}
interface Bundle {
  format: 'orrery.workflows'
  version: 1
  root: string
  workflows: BundledWorkflow[]
}
export interface Target {
  spaceId: string
  projectId: string | undefined
  actor: { actor?: Actor | undefined; userId: string; access: Access }
}
export interface ImportReport {
  workflows: {
    source_id: string
    workflow_id: string
    name: string
    node_count: number
    unknown_node_types: string[]
  }[]
  missing: { kind: string; id: string; used_by: string }[]
  ids: Map<string, string>
}
const MAX_WORKFLOWS = 200
const kinds = { plugins: 'plugin', knowledge: 'knowledge', databases: 'database' } as const

/** Exports, imports and copies workflows together with the workflows they call. Never runs one. */
export function createWorkflowBundles(deps: {
  workflows: WorkflowService
  versions: Pick<VersionService, 'content'>
  knownNodeTypes: ReadonlySet<string>
}) {
  const { workflows, versions, knownNodeTypes } = deps

  /** Collects workflows and everything they call, directly or indirectly. Skips those that the caller may not copy. */
  async function collect(rootIds: string[], who: Target['actor']): Promise<BundledWorkflow[]> {
    const found = new Map<string, BundledWorkflow>()
    const waiting = rootIds.map((id) => ({ id, version: '' }))
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { id, version } = next
      if (found.has(id)) continue
      if (!(await who.access.can(who.actor!, 'workflow', id, 'copy'))) continue
      if (found.size >= MAX_WORKFLOWS) throw workflowErrors.tooManyInBundle({ max: MAX_WORKFLOWS })
      const content = await versions.content(id, rootIds.includes(id) ? '' : version)
      found.set(id, {
        id,
        name: content.name,
        description: content.description,
        flow_mode: content.flowMode,
        schema: content.schema,
      })
      waiting.push(...readFacts(content.schema).needs.workflows)
    }
    return [...found.values()]
  }

  async function make(
    sources: BundledWorkflow[],
    given: Map<string, string>,
    target: Target,
  ): Promise<Map<string, string>> {
    const ids = new Map(given)
    // Created in one transaction: an incomplete bundle would be useless.
    const made = await workflows.createTogether(
      sources.map((source) => ({
        spaceId: target.spaceId,
        ownerId: target.actor.userId,
        projectId: target.projectId,
        name: source.name,
        description: source.description,
        flowMode: source.flow_mode,
        schema: source.schema,
      })),
      (fresh, at) => {
        for (const [index, { head }] of fresh.entries()) ids.set(sources[index]!.id, head.id)
        const { schema } = sources[at]!
        const copies = new Set(fresh.map(({ head }) => head.id))
        // A canvas that refers to none of these ids is copied byte for byte.
        return [...ids.keys()].some((id) => schema.includes(id))
          ? dropVersions(replaceIds(schema, ids), copies)
          : schema
      },
    )
    for (const [at, { head }] of made.entries()) ids.set(sources[at]!.id, head.id)
    return ids
  }

  async function missingOf(
    sources: BundledWorkflow[],
    ids: Map<string, string>,
    target: Target,
  ): Promise<ImportReport['missing']> {
    const missing: ImportReport['missing'] = []
    for (const source of sources) {
      const { needs } = readFacts(source.schema)
      for (const [key, kind] of Object.entries(kinds) as [
        keyof typeof kinds & keyof Needs,
        (typeof kinds)[keyof typeof kinds],
      ][])
        for (const id of needs[key]) {
          const here = ids.get(id) ?? id
          if (!(await target.actor.access.can(target.actor.actor!, kind, here, 'view')))
            missing.push({ kind, id, used_by: source.name })
        }
      for (const { id } of needs.workflows)
        if (!ids.has(id) && !(await target.actor.access.can(target.actor.actor!, 'workflow', id, 'view')))
          missing.push({ kind: 'workflow', id, used_by: source.name })
    }
    return missing
  }

  return {
    async export(
      id: string,
      withDependencies: boolean,
      who: Target['actor'],
    ): Promise<{ fileName: string; bundle: string }> {
      const all = await collect([id], who)
      const bundle: Bundle = {
        format: 'orrery.workflows',
        version: 1,
        root: id,
        workflows: withDependencies ? all : all.slice(0, 1),
      }
      return { fileName: `${all[0]!.name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_')}.json`, bundle: JSON.stringify(bundle) }
    },
    async import(text: string, given: Record<string, string>, dryRun: boolean, target: Target): Promise<ImportReport> {
      const { workflows: sources } = readBundle(text)
      const ids = new Map(Object.entries(given))
      for (const source of sources) ids.set(source.id, ids.get(source.id) ?? '')
      const fresh = sources.filter((source) => !given[source.id])
      const missing = await missingOf(fresh, ids, target)
      const made = dryRun ? new Map(Object.entries(given)) : await make(fresh, new Map(Object.entries(given)), target)
      return {
        workflows: fresh.map((source) => {
          const facts = readFacts(source.schema)
          const types = new Set(flatten(facts.nodes).map((node) => node.type))
          return {
            source_id: source.id,
            workflow_id: made.get(source.id) ?? '',
            name: source.name,
            node_count: facts.nodeCount,
            unknown_node_types: [...types].filter((type) => !knownNodeTypes.has(type)),
          }
        }),
        missing,
        ids: made,
      }
    },
    /** Copies workflows with those they call. Returns a map from the ids of the originals to those of the copies. */
    async copyInto(ids: string[], target: Target): Promise<Map<string, string>> {
      return make(await collect(ids, target.actor), new Map(), target)
    },
  }
}
export type WorkflowBundles = ReturnType<typeof createWorkflowBundles>

function readBundle(text: string): Bundle {
  let bundle: Partial<Bundle> | null
  try {
    bundle = JSON.parse(text) as Partial<Bundle> | null
  } catch {
    throw workflowErrors.badBundle()
  }
  // A bare canvas, as other editors and the clipboard provide it.
  const { nodes, name } = (bundle ?? {}) as { nodes?: unknown; name?: unknown }
  if (bundle?.format === undefined && Array.isArray(nodes)) {
    checkCanvas(text)
    const title = typeof name === 'string' && name.trim() ? [...name.trim()].slice(0, 100).join('') : 'Imported'
    const only = { id: 'canvas', name: title, description: '', flow_mode: 0, schema: text }
    return { format: 'orrery.workflows', version: 1, root: 'canvas', workflows: [only] }
  }
  const isText = (value: unknown, max: number) => typeof value === 'string' && value.length <= max
  if (bundle?.format !== 'orrery.workflows' || bundle.version !== 1 || !Array.isArray(bundle.workflows))
    throw workflowErrors.badBundle()
  if (bundle.workflows.length > MAX_WORKFLOWS) throw workflowErrors.tooManyInBundle({ max: MAX_WORKFLOWS })
  const workflows = bundle.workflows.map((workflow: Partial<BundledWorkflow> | null) => {
    const isGood =
      isText(workflow?.id, 30) &&
      isText(workflow?.name, 300) &&
      workflow!.name!.trim() !== '' &&
      isText(workflow?.schema, 20_000_000)
    if (!isGood) throw workflowErrors.badBundle()
    checkCanvas(workflow!.schema!)
    const mode = knownMode(workflow!.flow_mode ?? 0)
    return {
      id: workflow!.id!,
      name: [...workflow!.name!].slice(0, 100).join(''),
      description: isText(workflow!.description, 8000) ? [...workflow!.description!].slice(0, 2000).join('') : '',
      flow_mode: mode,
      schema: workflow!.schema!,
    }
  })
  return { format: 'orrery.workflows', version: 1, root: String(bundle.root ?? ''), workflows }
}
