import { validate } from '@orrery/engine'
import { type contract, FlowMode, type LegacyNode } from '@orrery/contract'
import { describe } from '@orrery/engine/describe'
import { NodeType } from '@orrery/engine/node-type'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { WorkflowBundles } from './bundle.service.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import { calledFrom } from './called-workflows.ts'
import { toLegacyNode, withParam } from './legacy-nodes.ts'
import { nodeTypeOf } from './node-catalog.ts'
import { faultWords } from './shared/canvas-fault.ts'
import type { Presenter } from './shared/present.ts'
import { toToolParams } from './tool-params.ts'
import type { VersionService } from './version.service.ts'
import { workflowErrors } from './workflow.errors.ts'
import type { WorkflowService } from './workflow.service.ts'

type Json = Record<string, unknown>
interface Canvas extends Json {
  nodes: Json[]
  edges: Json[]
}
export interface LegacyRoutesDeps {
  workflows: WorkflowService
  versions: VersionService
  bundles: WorkflowBundles
  present: Presenter
}
const Link = { add: 1, remove: 2 }
const Branch = { if: 1, else: 2 }
const fixed = new Set<string>(['100001', '900001'])

/** The calls of the first editor. They change the same draft that the current editor saves as one canvas. */
export function legacyRoutes(
  deps: LegacyRoutesDeps,
): Omit<Handlers<typeof contract.workflowLegacy>, 'process' | 'cancel' | 'run'> {
  const { workflows, versions, present } = deps

  async function read(workflowId: string) {
    const { row } = await workflows.get(workflowId)
    const raw = JSON.parse(row.schema) as Json
    const canvas: Canvas = { ...raw, nodes: (raw.nodes ?? []) as Json[], edges: (raw.edges ?? []) as Json[] }
    return { canvas, saveVersion: row.commitId }
  }
  /** Changes the draft; retries on the newer state if another user saved meanwhile. */
  async function change(workflowId: string, ctx: Ctx, edit: (canvas: Canvas) => Canvas): Promise<Canvas> {
    for (let tries = 0; ; tries += 1) {
      const { canvas, saveVersion } = await read(workflowId)
      const after = edit(canvas)
      try {
        await workflows.save(workflowId, ctx.userId, { schema: JSON.stringify(after), saveVersion })
        return after
      } catch (cause) {
        if (tries >= 3 || (cause as { status?: number }).status !== 409) throw cause
      }
    }
  }
  const shown = (canvas: Canvas, workflowId: string, ids?: Iterable<string>): LegacyNode[] => {
    const wanted = ids && new Set(ids)
    return canvas.nodes
      .filter((node) => !wanted || wanted.has(String(node.id)))
      .map((node) => toLegacyNode(node, workflowId, canvas.edges))
  }
  const need = (canvas: Canvas, id: string): Json => {
    const node = canvas.nodes.find((node) => String(node.id) === id)
    if (!node) throw errors.notFound({ what: 'node' })
    return node
  }
  const freeId = (canvas: Canvas): string => {
    let number = 100_002
    while (canvas.nodes.some((node) => String(node.id) === String(number))) number += 1
    return String(number)
  }

  return {
    async check({ workflow_id }, ctx) {
      const { row } = await workflows.get(workflow_id)
      const mayView = (id: string) => ctx.access.can(ctx.actor!, 'workflow', id, 'view')
      const [problem] = validate(row.schema, await calledFrom(row.schema, versions, mayView))
      if (problem)
        throw workflowErrors.cannotCompile(faultWords(row.schema, problem), { node_id: problem.nodeId ?? '' })
      return {}
    },
    async update(input, ctx) {
      if (input.delete) {
        await ctx.access.require(ctx.actor!, 'workflow', input.workflow_id, 'delete')
        const { head } = await workflows.get(input.workflow_id)
        await workflows.remove([input.workflow_id], ctx.userId)
        return { name: head.name, url: present.iconOf(head.iconUri), status: 4 }
      }
      const { head, row } = await workflows.save(input.workflow_id, ctx.userId, {
        name: input.name,
        description: input.desc,
        iconUri: input.icon_uri,
      })
      const status = row.version ? 3 : row.testedCommitId === row.commitId ? 2 : 1
      return { name: head.name, url: present.iconOf(head.iconUri), status }
    },
    async fromTemplate({ template_workflow_id, space_id }, ctx) {
      const { head, row } = await workflows.get(template_workflow_id)
      const spaceId = space_id ?? head.spaceId
      await ctx.access.require(ctx.actor!, 'space', spaceId, 'createResource')
      if (spaceId !== head.spaceId) {
        const made = await deps.bundles.copyInto([head.id], { spaceId, projectId: undefined, actor: ctx })
        return { workflow_id: made.get(head.id)! }
      }
      const made = await workflows.copy({ head, row }, { spaceId, ownerId: ctx.userId })
      return { workflow_id: made.head.id }
    },
    async nodes({ workflow_id, node_ids }) {
      const { canvas } = await read(workflow_id)
      return { node_list: shown(canvas, workflow_id, node_ids?.length ? node_ids : undefined) }
    },
    async createNode({ workflow_id, type, layout, api_info }, ctx) {
      const kind = String(type)
      const known = nodeTypeOf.get(kind)
      if (!known || fixed.has(kind) || kind === NodeType.Start || kind === NodeType.End)
        throw badInput('type', 'is no node that can be added', '不是可添加的节点类型')
      let id = ''
      const canvas = await change(workflow_id, ctx, (before) => {
        id = freeId(before)
        const title = ctx.locale === 'zh-CN' ? known.zh : known.en
        const data = { nodeMeta: { title }, ...describe(kind)?.data() }
        const node = { id, type: kind, meta: { position: layout }, data }
        return { ...before, nodes: [...before.nodes, api_info ? withParam(node, { api_param: api_info }) : node] }
      })
      return { node: shown(canvas, workflow_id, [id])[0]! }
    },
    async copyNode({ workflow_id, node_id, layout }, ctx) {
      if (fixed.has(node_id)) throw badInput('node_id', 'Start and End are there once', '开始和结束节点只能有一个')
      let id = ''
      const canvas = await change(workflow_id, ctx, (before) => {
        const source = structuredClone(need(before, node_id))
        if ((source.blocks as unknown[] | undefined)?.length)
          throw badInput(
            'node_id',
            'copy a loop on the canvas: its nodes need ids of their own',
            '循环和批处理请在画布中复制',
          )
        id = freeId(before)
        const place = (source.meta as { position?: { x: number; y: number } } | undefined)?.position
        const position = layout ?? { x: (place?.x ?? 0) + 40, y: (place?.y ?? 0) + 40 }
        return { ...before, nodes: [...before.nodes, { ...source, id, meta: { position } }] }
      })
      return { node: shown(canvas, workflow_id, [id])[0]! }
    },
    async updateNode({ workflow_id, node_id, name, node_param, layout }, ctx) {
      const canvas = await change(workflow_id, ctx, (before) => {
        const node = node_param ? withParam(need(before, node_id), node_param) : need(before, node_id)
        const data = (node.data ?? {}) as { nodeMeta?: Json }
        const changed = {
          ...node,
          ...(name !== undefined && { data: { ...data, nodeMeta: { ...data.nodeMeta, title: name } } }),
          ...(layout && { meta: { ...(node.meta as Json | undefined), position: layout } }),
        }
        return { ...before, nodes: before.nodes.map((node) => (String(node.id) === node_id ? changed : node)) }
      })
      return { node_list: shown(canvas, workflow_id, [node_id]) }
    },
    async deleteNode({ workflow_id, node_id }, ctx) {
      if (fixed.has(node_id)) throw badInput('node_id', 'Start and End stay', '开始和结束节点不能删除')
      const canvas = await change(workflow_id, ctx, (before) => {
        need(before, node_id)
        return {
          ...before,
          nodes: before.nodes.filter((node) => String(node.id) !== node_id),
          edges: before.edges.filter((edge) => edge.sourceNodeID !== node_id && edge.targetNodeID !== node_id),
        }
      })
      return { node_list: shown(canvas, workflow_id) }
    },
    async updateLink({ workflow_id, from_node_id, to_node_id, type, if_node_branch }, ctx) {
      const canvas = await change(workflow_id, ctx, (before) => {
        const from = need(before, from_node_id)
        need(before, to_node_id)
        const port = String(from.type) === NodeType.If ? (if_node_branch === Branch.else ? 'false' : 'true') : ''
        const isSame = (edge: Json) =>
          edge.sourceNodeID === from_node_id &&
          edge.targetNodeID === to_node_id &&
          (if_node_branch === undefined || (edge.sourcePortID ?? '') === port)
        const others = before.edges.filter((edge) => !isSame(edge))
        if (type === Link.remove) return { ...before, edges: others }
        const line = { sourceNodeID: from_node_id, targetNodeID: to_node_id, ...(port && { sourcePortID: port }) }
        return { ...before, edges: [...others, line] }
      })
      return { node_list: shown(canvas, workflow_id, [from_node_id, to_node_id]) }
    },
    async mapData({ workflow_id, node_id }) {
      const { canvas } = await read(workflow_id)
      need(canvas, node_id)
      const before = ancestors(canvas, node_id)
      return {
        map_data: canvas.nodes
          .filter((node) => before.has(String(node.id)))
          .map((node) => toLegacyNode(node, workflow_id, canvas.edges))
          .filter(({ open_api }) => open_api.output_list.length)
          .map(({ node_id: id, node_name, open_api }) => ({
            workflow_id,
            node_id: id,
            node_name,
            parameters: open_api.output_list,
          })),
      }
    },
    async plugins({ page, size, name, space_id }, ctx) {
      const { found, total } = await workflows.list({
        spaceId: space_id,
        name,
        published: true,
        orderBy: 2,
        page,
        size,
      })
      const listed = await present.workflows(found, ctx.userId)
      const infos = await Promise.all(
        listed.map(async (item, at) => {
          const { head, row } = found[at]!
          const facts = readFacts((await versions.content(head.id, row.version ?? '')).schema)
          return {
            id: head.id,
            name: head.name,
            desc_for_human: head.description,
            plugin_icon: item.url,
            plugin_type: row.flowMode === FlowMode.imageflow ? 5 : 4,
            status: 1,
            create_time: String(item.create_time),
            update_time: String(item.update_time),
            creator: item.creator,
            space_id,
            plugin_apis: [
              {
                api_id: head.id,
                plugin_id: head.id,
                name: head.name,
                desc: head.description,
                parameters: toToolParams(facts.inputs),
              },
            ],
          }
        }),
      )
      return { get_plugin_list_data: { plugin_infos: infos, total } }
    },
  }
}

/** All nodes before a node, directly or indirectly. */
function ancestors(canvas: Canvas, id: string): Set<string> {
  const seen = new Set<string>()
  const open = [id]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const edge of canvas.edges)
      if (edge.targetNodeID === at && !seen.has(String(edge.sourceNodeID))) {
        seen.add(String(edge.sourceNodeID))
        open.push(String(edge.sourceNodeID))
      }
  return seen
}
