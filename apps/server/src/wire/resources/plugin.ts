import type { DatabasePort } from '@orrery/engine'
import { ConnectorId, PLUGIN_LIMITS } from '@orrery/contract'
import { createOfficialPlugins } from '#builtin-plugins/registry.ts'
import { createBuiltinEnv } from '#builtin-plugins/builtin-env.ts'
import { createPluginSettings } from '#builtin-plugins/plugin-settings.ts'
import type { SkillPorts } from '#domains/chat/agent/skill-ports.ts'
import { cardRoutes } from '#domains/resources/card/card.routes.ts'
import { createCardService } from '#domains/resources/card/card.service.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { RetrieveService } from '#domains/resources/knowledge/retrieve.service.ts'
import type { MemoryService } from '#domains/resources/memory/memory.service.ts'
import { createInstanceFile } from '#domains/resources/mcp/instance-file.ts'
import { createMcpClients } from '#domains/resources/mcp/mcp-client.ts'
import { mcpServeRoutes } from '#domains/resources/mcp/mcp-serve.routes.ts'
import { createMcpToolsets } from '#domains/resources/mcp/mcp-toolsets.ts'
import { mcpRoutes } from '#domains/resources/mcp/mcp.routes.ts'
import { createMcpService } from '#domains/resources/mcp/mcp.service.ts'
import { createServedTools } from '#domains/resources/mcp/served-tools.ts'
import { createMockGenerator } from '#domains/resources/mock/generate.service.ts'
import { mockRoutes } from '#domains/resources/mock/mock.routes.ts'
import { createMockService } from '#domains/resources/mock/mock.service.ts'
import { createTestCaseService } from '#domains/resources/mock/test-case.service.ts'
import { authRoutes } from '#domains/resources/plugin/auth.routes.ts'
import { agentTaskRoutes, libraryRoutes } from '#domains/resources/plugin/library.routes.ts'
import { createLibrary } from '#domains/resources/plugin/library.service.ts'
import { listRoutes } from '#domains/resources/plugin/list.routes.ts'
import { createOAuthService, type OAuthService, oauthTarget } from '#domains/resources/plugin/oauth.service.ts'
import { createPluginAsync } from '#domains/resources/plugin/plugin-async.service.ts'
import { createPluginFavorites } from '#domains/resources/plugin/plugin-favorites.ts'
import { createPluginLists } from '#domains/resources/plugin/plugin-list.service.ts'
import { createReach } from '#domains/resources/plugin/plugin-reach.ts'
import { createPluginUses } from '#domains/resources/plugin/plugin-use.service.ts'
import { createPluginWriter } from '#domains/resources/plugin/plugin-writer.ts'
import { createPluginNodes, createPluginSkills } from '#domains/resources/plugin/plugin.ports.ts'
import { createPluginRepo } from '#domains/resources/plugin/plugin.repo.ts'
import { pluginRoutes } from '#domains/resources/plugin/plugin.routes.ts'
import { createPluginService } from '#domains/resources/plugin/plugin.service.ts'
import { createPluginView } from '#domains/resources/plugin/plugin.view.ts'
import { createPrivateLinks } from '#domains/resources/plugin/private-link.service.ts'
import { createTaskCall } from '#domains/resources/plugin/task-call.ts'
import { toolRoutes } from '#domains/resources/plugin/tool.routes.ts'
import { createToolDetails } from '#domains/resources/plugin/tool-details.ts'
import { createToolService } from '#domains/resources/plugin/tool.service.ts'
import { createToolsets, type Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import { createPluginVersions } from '#domains/resources/plugin/version.service.ts'
import { flatten, readFacts } from '#domains/flow/workflow/canvas-facts.ts'
import { fieldsOfNode, paramsOf, pluginsOfNode } from '#domains/resources/plugin/canvas-plugins.ts'
import { createWorkflowInfo } from '#domains/resources/plugin/workflow-info.ts'
import { linkRoutes, versionRoutes } from '#domains/resources/plugin/version.routes.ts'
import { toJsonSchema } from '#domains/resources/plugin/params/json-schema.ts'
import { errors } from '#kit/errors.ts'
import type { Infra } from '#kit/infra.ts'
import type { BotLife, Uploads } from '../studio/bot.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Models } from '../chat/model.ts'
import type { Workflows } from '../flow/workflow.ts'
import { isId } from '#domains/resources/plugin/is-id.ts'

/** What plugins use of the parts wired before them. */
export interface PluginNeighbours {
  bots: BotLife
  uploads: Uploads
  models: Models
  skillPorts: SkillPorts
  conversations: ConversationService
  memories: MemoryService
  database: DatabasePort | undefined
  knowledge: RetrieveService
}

/** Plugins, MCP both ways, mock sets, cards, and the library that shows what a space has. */
export function wirePlugins(infra: Infra, ground: Ground, near: PluginNeighbours) {
  const { bus, clock, config, egress, jobs, log, newId, sandbox, secrets } = infra
  const { db } = infra.database
  const { access, audit, links, passport, resources } = ground
  /** Workflows are wired after this part, since their nodes call plugins. */
  let workflows: Workflows | undefined
  const flows = () => {
    if (!workflows) throw new Error('Workflows are not wired')
    return workflows
  }
  const actorOf = (userId: string) => ({ userId, isInstanceOwner: false })

  const settings = createPluginSettings(config.dataDir)
  const official = createOfficialPlugins(
    createBuiltinEnv({
      infra,
      links,
      settings,
      knowledge: near.knowledge,
      database: near.database,
      memories: near.memories,
    }),
  )
  const file = createInstanceFile(config.dataDir)
  const clients = createMcpClients({ egress, file })
  const servers = createMcpService({ db, resources, audit, clients, file, egress, secrets, bus, newId, clock })
  const mcpSets = createMcpToolsets({ servers, bus })

  const repo = createPluginRepo(db)
  const plugins = createPluginService({
    repo,
    resources,
    audit,
    bus,
    egress,
    secrets,
    newId,
    clock,
    files: near.uploads.uploads,
    defaultIcon: async () => (await near.uploads.builtins.list('plugin'))[0] ?? '',
  })
  const tools = createToolService({ repo, plugins, clock })
  const versions = createPluginVersions({ repo, plugins, resources, audit, newId, clock, lockMs: PLUGIN_LIMITS.lockMs })
  const toolsets: Toolsets = createToolsets({
    repo,
    plugins,
    oauth: () => oauth,
    egress,
    sandbox,
    secrets,
    bus,
    official,
    mcp: mcpSets,
    onCall: ground.uses.note,
  })
  const permissionsOf = async (pluginId: string) => {
    const found = await plugins.find(pluginId)
    return found && oauthTarget(pluginId, found.row.auth, plugins.secretOf(found.row), await plugins.baseOf(found.row))
  }
  const oauth: OAuthService = createOAuthService({
    db,
    egress,
    secrets,
    audit,
    clock,
    publicUrl: config.publicUrl,
    load: permissionsOf,
  })
  const uses = createPluginUses({ db, clock })
  const spaceOf = async (id: string) => (await resources.locate(id))?.spaceId
  const background = createPluginAsync({ db, jobs, toolsets, newId, clock, log, spaceOf })
  const write = (request: Parameters<NonNullable<BotLife['botPorts']['writeText']>>[0]) =>
    near.bots.botPorts.writeText!(request)
  const writer = createPluginWriter({ write: (request) => write({ ...request, userId: '' }) })
  const lists = createPluginLists({
    repo,
    toolsets,
    official,
    mcp: mcpSets,
    maySee: (userId, spaceId) => access.can(actorOf(userId), 'space', spaceId, 'view'),
  })
  const privateLinks = createPrivateLinks({ db, egress, bus, audit, newId, clock })
  const view = createPluginView({ links, people: passport })
  const favorites = createPluginFavorites({ db, clock, marks: near.bots.favorites })
  const reach = createReach(official)
  const rights = { membership: ground.spaces.membership, isEditor: ground.collaborators.isEditor }
  const library = createLibrary({
    db,
    jobs,
    newId,
    clock,
    log,
    mayCopy: (userId, id) => access.can(actorOf(userId), 'resource', id, 'copy'),
    mayRemove: (userId, id) => access.can(actorOf(userId), 'resource', id, 'delete'),
    mayMove: (userId, id) => access.can(actorOf(userId), 'resource', id, 'editInfo'),
    mayCreate: (userId, spaceId) => access.can(actorOf(userId), 'space', spaceId, 'createResource'),
  })
  library.registerCopier('plugin', { copy: plugins.copy, move: plugins.move })
  library.registerCopier('workflow', {
    async copy(id, target) {
      const made = await flows().workflows.copy(await flows().workflows.get(id), {
        spaceId: target.spaceId,
        ownerId: target.userId,
        projectId: target.projectId,
      })
      return made.head.id
    },
    move: (id, userId, projectId) => flows().workflows.move(id, userId, projectId),
  })
  library.registerCopier('prompt', {
    async copy(id, target) {
      const { head, prompt } = await near.bots.prompts.get(id)
      return (
        await near.bots.prompts.create(target.spaceId, target.userId, {
          name: target.name ?? head.name,
          description: head.description,
          text: prompt.promptText,
        })
      ).id
    },
  })
  near.bots.botCopies.registerCopier('plugin', (id, target) => plugins.copy(id, target))
  access.registerPart('tool', repo.pluginOfTool)

  const findTool = async (pluginId: string, match: { id?: string; name?: string }) => {
    for (const isDraft of [true, false]) {
      const set = await toolsets.find(pluginId, '', isDraft)
      const tool = set?.tools.find((tool) => tool.id === match.id || tool.name === match.name)
      if (set && tool) return { set, tool }
    }
    return undefined
  }
  const mocks = createMockService({
    db,
    newId,
    clock,
    findTool: async (pluginId, id) => (await findTool(pluginId, { id }))?.tool,
  })
  toolsets.useMocks(mocks.answers)
  access.registerPart('mockSet', mocks.pluginOf)
  const generator = createMockGenerator({ mocks, jobs, log, write: (request) => write({ ...request, userId: '' }) })
  const factsOf = async (workflowId: string) => {
    const { head, row } = await flows().workflows.get(workflowId)
    return { head, facts: readFacts(row.schema) }
  }
  const cases = createTestCaseService({
    db,
    newId,
    clock,
    toolSchema: async (pluginId, id) => (await findTool(pluginId, { id }))?.tool.parameters,
    async workflowSchema(id) {
      const located = await resources.locate(id)
      return located?.kind === 'workflow' ? toJsonSchema(paramsOf((await factsOf(id)).facts.inputs)) : undefined
    },
  })
  const cards = createCardService({ db, newId, clock })

  near.skillPorts.plugins = createPluginSkills({
    toolsets,
    uses,
    async: background,
    async variables(context) {
      const load = context.isDraft ? near.bots.bots.getDraftForRun : near.bots.publishing.getPublished
      const { config: bot } = await load(context.botId)
      const defaults = Object.fromEntries(bot.variable_list.map((variable) => [variable.key, variable.default_value]))
      return { ...defaults, ...(await near.skillPorts.variables?.read(context)) }
    },
  })

  near.bots.botPorts.describeTools = createToolDetails({ toolsets, official, iconUrl: view.iconUrl })

  const handlers: HandlersOf<
    | 'agentTask'
    | 'cards'
    | 'library'
    | 'mcp'
    | 'mcpServe'
    | 'mockSet'
    | 'plugin'
    | 'pluginAuth'
    | 'pluginList'
    | 'pluginTool'
    | 'testCase'
  > = {
    plugin: {
      ...versionRoutes({ plugins, versions, view }),
      ...linkRoutes(privateLinks),
      ...pluginRoutes({
        db,
        plugins,
        tools,
        toolsets,
        repo,
        view,
        reach,
        sandbox,
        egress,
        newId,
        clock,
        redirectUri: oauth.redirectUri,
        exportIps: () => settings().exportIps,
        hasModel: async () => (await near.models.models.list(undefined)).length > 0,
      }),
    },
    pluginTool: toolRoutes({
      plugins,
      tools,
      toolsets,
      uses,
      async: background,
      writer,
      repo,
      view,
      reach,
      async workflowFacts(workflowId) {
        const { head, facts } = await factsOf(workflowId)
        return {
          name: head.name,
          plugins: flatten(facts.nodes).flatMap(pluginsOfNode),
          speaking: facts.outputNodes.map((node) => ({
            id: node.node_id,
            type: node.node_type,
            title: node.node_title,
          })),
        }
      },
    }),
    pluginList: listRoutes({ lists, view, favorites, reach, botQuotes: repo.botQuotes, rights }),
    pluginAuth: authRoutes({
      plugins,
      oauth,
      view,
      reach,
      getMany: repo.getMany,
      async pluginsOf(kind, id) {
        if (kind === 'workflow')
          return (await factsOf(id)).facts.needs.plugins.map((plugin) => ({ id: plugin, source: 2 }))
        const { config: bot } = await near.bots.bots.getDraftForRun(id)
        const inWorkflows = await Promise.all(
          bot.workflow_info_list.map((workflowInfo) =>
            factsOf(workflowInfo.workflow_id).then(
              ({ facts }) => facts.needs.plugins,
              () => [],
            ),
          ),
        )
        return [
          ...bot.plugin_info_list.map((pluginInfo) => ({ id: pluginInfo.plugin_id, source: 1 })),
          ...inWorkflows.flat().map((item) => ({ id: item, source: 2 })),
        ].filter((item) => isId(item.id))
      },
    }),
    library: libraryRoutes({ library, people: passport, links, rights }),
    agentTask: agentTaskRoutes({ tasks: near.bots.tasks, clock }),
    cards: cardRoutes({
      cards,
      tools,
      reach,
      findTool: (pluginId, name) => findTool(pluginId, { name }),
      presetOf: async (pluginId, name) =>
        (await repo.tools(pluginId)).find((tool) => tool.name === name)?.card ?? undefined,
      async nodeFields(workflowId, nodeId) {
        const node = flatten((await factsOf(workflowId)).facts.nodes).find((item) => item.id === nodeId)
        if (!node) throw errors.notFound({ what: 'node' })
        return fieldsOfNode(node)
      },
    }),
    mcp: mcpRoutes({ servers, people: passport }),
    mcpServe: mcpServeRoutes({
      toolsets,
      ...createServedTools({
        published: (id) => flows().runs.published(id),
        run: (...args) => flows().runs.runPublished(...args),
        cancel: (workflowId, runId) => flows().runs.cancel(workflowId, runId),
        publishedBot: (id) => near.bots.publishing.getPublished(id, ConnectorId.api),
        conversations: near.conversations,
      }),
    }),
    ...mockRoutes({ mocks, generator, cases, people: passport, links, reach }),
  }
  near.bots.taskPorts.runPlugin = createTaskCall({ toolsets, uses, spaceOf })
  infra.onClose(() => clients.close())
  return {
    handlers,
    nodes: {
      plugin: createPluginNodes(toolsets),
      pluginInfo: createWorkflowInfo({
        toolsets,
        lists,
        reach,
        oauth,
        favorites,
        targetOf: permissionsOf,
        iconUrl: view.iconUrl,
      }),
    },
    services: {
      plugins,
      pluginTools: tools,
      toolsets,
      pluginOauth: oauth,
      pluginAsync: background,
      library,
      mcpServers: servers,
      mocks,
      mockGenerator: generator,
    },
    connect: (given: Workflows) => void (workflows = given),
    async start() {
      await background.start()
      await library.start()
      await generator.start()
    },
  }
}
