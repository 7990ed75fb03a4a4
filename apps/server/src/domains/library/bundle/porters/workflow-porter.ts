import { type BundleItem, type IdMap, modelKey, type Porter, type Reference } from '../bundle-types.ts'
import { object, text, whole } from '../read-value.ts'
import { readFacts, replaceIds } from '@orrery/engine/canvas-facts'
import { dropVersions } from '#domains/flow/workflow/drop-versions.ts'
import type { ChatRoleService } from '#domains/flow/workflow/chat-role.service.ts'
import type { VersionService } from '#domains/flow/workflow/version.service.ts'
import type { WorkflowService } from '#domains/flow/workflow/workflow.service.ts'

interface Content {
  schema: string
  flowMode: number
  /** How a chatflow shows itself, without the ids it has here. */
  role?: Record<string, unknown>
}

export function createWorkflowPorter(deps: {
  workflows: WorkflowService
  versions: Pick<VersionService, 'publish'>
  roles: Pick<ChatRoleService, 'get' | 'save'>
}): Porter {
  const { workflows, versions, roles } = deps
  const contentOf = (item: BundleItem) => item.content as Content
  /** The canvas with the ids of its new place; what calls a copy calls its draft. */
  function placed(schema: string, ids: IdMap): string {
    const known = new Map([...ids].flatMap(([from, to]) => (to === undefined || from === to ? [] : [[from, to]])))
    const isNamed = [...known.keys()].some((id) => schema.includes(id))
    const placedIds = isNamed ? dropVersions(replaceIds(schema, known), new Set(known.values())) : schema
    return replaceModels(placedIds, (id) => ids.get(modelKey(id)) ?? id)
  }
  return {
    async read(id) {
      const { row } = await workflows.get(id)
      const { needs } = readFacts(row.schema)
      const refs = (kind: Reference['kind'], list: string[]) => list.map((item) => ({ kind, id: item }))
      const role = await roles.get(id, undefined)
      const { id: _, workflow_id: __, connector_id: ___, ...shown } = role ?? {}
      return {
        content: { schema: row.schema, flowMode: row.flowMode, ...(role && { role: shown }) } satisfies Content,
        needs: [
          ...refs(
            'workflow',
            needs.workflows.map((workflow) => workflow.id),
          ),
          ...refs('plugin', needs.plugins),
          ...refs('knowledge', needs.knowledge),
          ...refs('database', needs.databases),
        ],
        models: needs.models,
        published: row.version !== null,
      }
    },
    check(content): Content {
      const { schema, flowMode, role } = object(content)
      const canvas = text(schema, 20_000_000)
      const { nodes } = object(JSON.parse(canvas))
      if (!Array.isArray(nodes)) throw new Error('its canvas has no nodes')
      const mode = whole(flowMode)
      return {
        schema: canvas,
        flowMode: [0, 1, 2, 3].includes(mode) ? mode : 0,
        ...(role ? { role: object(role) } : {}),
      }
    },
    async create(item, target) {
      const { schema, flowMode, role } = contentOf(item)
      const { head } = await workflows.create({
        spaceId: target.spaceId,
        ownerId: target.userId,
        projectId: target.projectId,
        name: item.name,
        description: item.description,
        iconUri: item.icon,
        flowMode,
        schema,
      })
      if (role) await roles.save(head.id, undefined, role)
      return head.id
    },
    async connect(id, item, ids, target) {
      const { schema } = contentOf(item)
      const next = placed(schema, ids)
      if (next !== schema) await workflows.save(id, target.userId, { schema: next })
    },
    async restore(id, item, ids, userId) {
      const { schema, flowMode, role } = contentOf(item)
      const { name, description } = item
      await workflows.save(id, userId, { schema: placed(schema, ids), flowMode, name, description })
      if (role) await roles.save(id, undefined, role)
    },
    publish: async (id, userId) => void (await versions.publish(id, userId, { note: '', force: true })),
  }
}

/** Other models where nodes name one: only there, since the id of a model may be as short as a number in a text. */
function replaceModels(schema: string, to: (id: string) => string): string {
  let isChanged = false
  const swap = (value: unknown): unknown => {
    const id = typeof value === 'number' ? String(value) : value
    if (typeof id !== 'string' || to(id) === id) return value
    isChanged = true
    return to(id)
  }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const found = value as Record<string, unknown>
    if (found.name === 'modelType') {
      const input = object(found.input)
      const held = object(input.value)
      return { ...found, input: { ...input, value: { ...held, content: swap(held.content) } } }
    }
    return Object.fromEntries(
      Object.entries(found).map(([key, at]) => [key, key === 'modelType' ? swap(at) : walk(at)]),
    )
  }
  const next = JSON.stringify(walk(JSON.parse(schema)))
  return isChanged ? next : schema
}
