import { flatten, readFacts, replaceIds } from '@orrery/engine/canvas-facts'
import { list, object, shorten, text, whole } from '#kit/read-json.ts'
import { type BundleItem, type IdMap, modelKey, type Porter } from '#domains/ground/resource/shared/resource-content.ts'
import type { ChatRoleService } from './chat-role.service.ts'
import { dropVersions } from './drop-versions.ts'
import { knownMode } from './known-mode.ts'
import { nodeTypes } from './node-catalog.ts'
import type { VersionService } from './version.service.ts'
import { needsOf } from './workflow-needs.ts'
import type { WorkflowService } from './workflow.service.ts'

interface Content {
  schema: string
  flowMode: number
  /** Appearance of a chatflow, without local ids. */
  role?: Record<string, unknown>
}

const knownTypes: ReadonlySet<string> = new Set(nodeTypes.map((nodeType) => nodeType.type))

export function createWorkflowPorter(deps: {
  workflows: WorkflowService
  versions: Pick<VersionService, 'publish'>
  roles: Pick<ChatRoleService, 'get' | 'save'>
}): Porter {
  const { workflows, versions, roles } = deps
  const contentOf = (item: BundleItem) => item.content as Content
  /** Maps the ids in a canvas to those of the copies. Calls to copies have no version, so that they call the draft. */
  function placed(schema: string, ids: IdMap): string {
    const known = new Map([...ids].flatMap(([from, to]) => (to === undefined || from === to ? [] : [[from, to]])))
    const isNamed = [...known.keys()].some((id) => schema.includes(id))
    const placedIds = isNamed ? dropVersions(replaceIds(schema, known), new Set(known.values())) : schema
    return replaceModels(placedIds, (id) => ids.get(modelKey(id)) ?? id)
  }
  return {
    async read(id) {
      const { row } = await workflows.get(id)
      const role = await roles.get(id, undefined)
      const { id: _, workflow_id: __, connector_id: ___, ...shown } = role ?? {}
      return {
        content: { schema: row.schema, flowMode: row.flowMode, ...(role && { role: shown }) } satisfies Content,
        ...needsOf(row.schema),
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
        flowMode: knownMode(mode),
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
    warnings: (content) => {
      const types = flatten(readFacts((content as Content).schema).nodes).map((node) => node.type)
      return { unknownNodeTypes: [...new Set(types)].filter((type) => !knownTypes.has(type)) }
    },
    readFile(file, fileName) {
      const fallback = shorten(fileName.replace(/(\.orrery)?\.[a-z]+$/i, ''), 100) || 'Imported'
      if (file.format === 'orrery.workflows')
        return list(file.workflows).map((entry) => {
          const { id, name, description, flow_mode, schema } = object(entry)
          const content = { schema: text(schema, 20_000_000), flowMode: knownMode(whole(flow_mode)) }
          return toItem(text(id, 40), shorten(text(name, 300), 100) || fallback, text(description, 8000), content)
        })
      if (!Array.isArray(file.nodes)) return undefined
      const content = { schema: JSON.stringify(file), flowMode: 0 }
      return [toItem('canvas', shorten(text(file.name, 300), 100) || fallback, text(file.description, 8000), content)]
    },
    publish: async (id, userId) => void (await versions.publish(id, userId, { note: '', force: true })),
  }
}

const toItem = (id: string, name: string, description: string, content: Content): BundleItem => ({
  kind: 'workflow',
  id,
  name,
  description: shorten(description, 2000),
  icon: '',
  subType: content.flowMode,
  project: '',
  published: false,
  ...needsOf(content.schema),
  content,
})

/**
 * Replaces models only in the settings of nodes: the id of a model may be a short number that also occurs in other
 * texts.
 */
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
