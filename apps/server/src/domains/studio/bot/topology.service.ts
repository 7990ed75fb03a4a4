import { type BotAgent, type BotConfig, BotMode, Branch, FlowMode } from '@orrery/contract'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { References } from '#domains/library/reference/reference.service.ts'
import type { DependencyService } from '#domains/flow/workflow/dependency.service.ts'
import type { BotPorts } from './shared/bot-ports.ts'
import type { CompareService } from './compare.service.ts'

export interface TopologyDeps {
  states: Pick<CompareService, 'stateOf'>
  resources: ResourceService
  references: References
  dependencies: DependencyService
  ports: BotPorts
  isOfficialPlugin(id: string): boolean
  /** The version of a bot that is served at present. */
  onlineVersion(botId: string): Promise<string | undefined>
}
const TopoKind = {
  bot: 1,
  agent: 2,
  workflow: 3,
  imageflow: 4,
  plugin: 5,
  tool: 6,
  knowledge: 7,
  table: 8,
  variables: 9,
  prompt: 10,
  model: 11,
} as const
type Kind = (typeof TopoKind)[keyof typeof TopoKind]
interface TopoNode {
  node_id: string
  resource_name: string
  resource_kind: number
  resource_id: string
  state: 'ok' | 'missing' | 'no_access' | 'outdated'
  used_by: number
}
interface TopoEdge {
  edge_id: string
  edge_name: string
  source_node_id: string
  target_node_id: string
}
type MayView = (id: string) => Promise<boolean>
type Skills = Pick<BotAgent, 'plugin_info_list' | 'workflow_info_list' | 'knowledge' | 'model_info'>
const Env = { online: 1, submitted: 2, draft: 3 } as const
const MAX_NODES = 500
const isHead: readonly Kind[] = [
  TopoKind.workflow,
  TopoKind.imageflow,
  TopoKind.plugin,
  TopoKind.knowledge,
  TopoKind.table,
]

/** The structure of a bot or workflow, and how many others use its parts. */
export function createTopologyService(deps: TopologyDeps) {
  const { states, resources, references, dependencies, ports } = deps
  function graph() {
    const nodes = new Map<string, TopoNode>()
    const edges = new Map<string, TopoEdge>()
    /** Versions to which references are pinned, by node. */
    const pinned = new Map<string, string>()
    return {
      nodes,
      edges,
      pinned,
      add(kind: Kind, id: string, name: string, from?: string, edgeName = ''): string {
        const node = `${kind}:${id}`
        if (!nodes.has(node) && nodes.size < MAX_NODES)
          nodes.set(node, {
            node_id: node,
            resource_name: name,
            resource_kind: kind,
            resource_id: id,
            state: 'ok',
            used_by: 0,
          })
        if (from && nodes.has(node)) {
          const edge = `${from}>${node}`
          edges.set(edge, { edge_id: edge, edge_name: edgeName, source_node_id: from, target_node_id: node })
        }
        return node
      },
    }
  }
  type Graph = ReturnType<typeof graph>

  function addSkills(to: Graph, from: string, { plugin_info_list, workflow_info_list, knowledge, model_info }: Skills) {
    for (const tool of plugin_info_list) to.add(TopoKind.plugin, tool.plugin_id, tool.api_name, from, tool.api_name)
    for (const flow of workflow_info_list) {
      const kind = flow.flow_mode === FlowMode.imageflow ? TopoKind.imageflow : TopoKind.workflow
      to.add(kind, flow.workflow_id, flow.workflow_name, from)
    }
    for (const base of knowledge.knowledge_info) to.add(TopoKind.knowledge, base.id, base.name, from)
    if (model_info.model_id) to.add(TopoKind.model, model_info.model_id, model_info.model_id, from)
  }
  function addBot(to: Graph, botId: string, name: string, config: BotConfig) {
    const root = to.add(TopoKind.bot, botId, name)
    if (config.bot_mode === BotMode.multi) {
      const agents = new Map(config.agents.map((agent) => [agent.agent_id, agent]))
      for (const agent of agents.values()) {
        const node = to.add(TopoKind.agent, agent.agent_id, agent.agent_name, agent.root_agent ? root : undefined)
        if (agent.reference_id) {
          const linked = to.add(TopoKind.bot, agent.reference_id, agent.agent_name, node)
          if (agent.current_version) to.pinned.set(linked, agent.current_version)
        }
        addSkills(to, node, agent)
      }
      for (const agent of agents.values())
        for (const intent of agent.intents) {
          const next = agents.get(intent.next_agent_id)
          if (next)
            to.add(
              TopoKind.agent,
              next.agent_id,
              next.agent_name,
              `${TopoKind.agent}:${agent.agent_id}`,
              intent.prompt.slice(0, 60),
            )
        }
    } else addSkills(to, root, config)
    const layout = config.layout_info.workflow_id
    if (layout) to.add(TopoKind.workflow, layout, layout, root)
    for (const table of config.database_list) to.add(TopoKind.table, table.table_id, table.table_name, root)
    if (config.variable_list.length)
      to.add(
        TopoKind.variables,
        botId,
        config.variable_list
          .map(({ key }) => key)
          .slice(0, 5)
          .join(', '),
        root,
      )
    const { key } = config.prompt_info.prompt_ref
    if (key) to.add(TopoKind.prompt, key, key, root)
  }
  /** Adds a workflow and everything it calls, each once. */
  async function addWorkflow(to: Graph, id: string, version: string, mayView: MayView) {
    const tree = await dependencies.tree(id, version, mayView).catch(() => undefined)
    for (const node of tree?.node_list ?? []) {
      const at = to.add(TopoKind.workflow, node.id, node.name)
      const { plugin_ids: plugins, knowledge_list: bases, table_list: tables, model_ids: models } = node.dependency
      for (const plugin of plugins) to.add(TopoKind.plugin, plugin, plugin, at)
      for (const base of bases) to.add(TopoKind.knowledge, base.id, base.id, at)
      for (const table of tables) to.add(TopoKind.table, table.id, table.id, at)
      for (const model of models) to.add(TopoKind.model, model, model, at)
    }
    for (const edge of tree?.edge_list ?? [])
      to.add(TopoKind.workflow, edge.to, edge.to, `${TopoKind.workflow}:${edge.from}`)
  }
  /**
   * Sets the state of each node: missing, not visible, outdated or used by others. A node that is not visible shows
   * only its stored name.
   */
  async function judge({ nodes, pinned }: Graph, rootId: string, spaceId: string, mayView: MayView) {
    const kinds = [...isHead, TopoKind.bot] as number[]
    const own = [...nodes.values()].filter((node) => kinds.includes(node.resource_kind))
    const ids = [...new Set(own.map(({ resource_id: id }) => id))].filter((id) => /^[1-9]\d{0,18}$/.test(id))
    const heads = new Map((await resources.getMany(ids)).map((head) => [head.id, head]))
    const uses = new Map((await references.usedBy([...heads.keys()], mayView)).map((use) => [use.id, use]))
    for (const node of own) {
      const head = heads.get(node.resource_id)
      if (!head) {
        node.state = deps.isOfficialPlugin(node.resource_id) ? 'ok' : 'missing'
        continue
      }
      if (!(await mayView(node.resource_id))) {
        node.state = 'no_access'
        continue
      }
      node.resource_name = head.name
      const version = pinned.get(node.node_id)
      if (version && version !== (await deps.onlineVersion(node.resource_id))) node.state = 'outdated'
      node.used_by = (uses.get(node.resource_id)?.users ?? []).filter((user) => user.head.id !== rootId).length
    }
    const models = [...nodes.values()].filter((node) => node.resource_kind === TopoKind.model)
    const known = await ports.describeModels?.(
      spaceId,
      models.map(({ resource_id: id }) => id),
    )
    for (const node of models) {
      const found = known?.get(node.resource_id)
      if (found) node.resource_name = found.name
      else node.state = 'missing'
    }
  }

  return {
    async ofBot(botId: string, userId: string, env: number, version: string, mayView: MayView) {
      const branch = env === Env.online ? Branch.publish : env === Env.submitted ? Branch.base : Branch.personalDraft
      const { content } = await states.stateOf(
        botId,
        userId,
        { branch, version_id: version, connector_id: '' },
        'version',
      )
      const to = graph()
      addBot(to, botId, content.name, content.config)
      const flows = [...to.nodes.values()].filter((node) => node.resource_kind === TopoKind.workflow)
      for (const { resource_id: id } of flows) await addWorkflow(to, id, '', mayView)
      await judge(to, botId, (await resources.spaceOf(botId)) ?? '0', mayView)
      return {
        topo_type: content.config.bot_mode === BotMode.multi ? 1 : 2,
        nodes: [...to.nodes.values()],
        edges: [...to.edges.values()],
      }
    },
    async ofWorkflow(id: string, version: string, mayView: MayView) {
      const to = graph()
      await addWorkflow(to, id, version, mayView)
      await judge(to, id, (await resources.spaceOf(id)) ?? '0', mayView)
      return { topo_type: 3, nodes: [...to.nodes.values()], edges: [...to.edges.values()] }
    },
  }
}
export type TopologyService = ReturnType<typeof createTopologyService>
