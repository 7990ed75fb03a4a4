import { PLUGIN_LIMITS } from '@orrery/contract'
import { authRoutes } from '#domains/resources/plugin/auth.routes.ts'
import { listRoutes } from '#domains/resources/plugin/list.routes.ts'
import { oauthTarget, type OAuthService, createOAuthService } from '#domains/resources/plugin/oauth.service.ts'
import { createPluginAsync } from '#domains/resources/plugin/plugin-async.service.ts'
import { createPluginFavorites } from '#domains/resources/plugin/plugin-favorites.ts'
import { createPluginLists } from '#domains/resources/plugin/plugin-list.service.ts'
import { createPluginsOf } from '#domains/resources/plugin/plugins-of.ts'
import { createReach } from '#domains/resources/plugin/shared/plugin-reach.ts'
import { createPluginUses } from '#domains/resources/plugin/plugin-use.service.ts'
import { createPluginWriter } from '#domains/resources/plugin/plugin-writer.ts'
import { botVariables, createPluginNodes, createPluginSkills } from '#domains/resources/plugin/plugin.ports.ts'
import { createPluginRepo } from '#domains/resources/plugin/plugin.repo.ts'
import { pluginRoutes } from '#domains/resources/plugin/plugin.routes.ts'
import { pluginKind } from '#domains/resources/plugin/plugin.kind.ts'
import { createPluginService } from '#domains/resources/plugin/plugin.service.ts'
import { createPluginView } from '#domains/resources/plugin/plugin.view.ts'
import { createPrivateLinks } from '#domains/resources/plugin/private-link.service.ts'
import { createLocalPlugins } from '#domains/resources/plugin/local-plugin.service.ts'
import { createTaskCall } from '#domains/resources/plugin/task-call.ts'
import { toolRoutes } from '#domains/resources/plugin/tool.routes.ts'
import { createToolDetails } from '#domains/resources/plugin/shared/tool-details.ts'
import { createToolService } from '#domains/resources/plugin/tool.service.ts'
import { createToolsets, type Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import type { OfficialSource, SpaceSource } from '#domains/resources/plugin/shared/toolset.ts'
import { createPluginVersions } from '#domains/resources/plugin/version.service.ts'
import { linkRoutes, pluginVersionRoutes } from '#domains/resources/plugin/version.routes.ts'
import { createWorkflowInfo } from '#domains/resources/plugin/workflow-info.ts'
import { createMockAnswers } from '#domains/resources/mock/mock-answers.ts'
import type { VariablePort } from '#domains/chat/agent/shared/skill-ports.ts'
import type { BuiltinEnv } from '#builtin-plugins/builtin-types.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { Library } from '../library.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'

interface Services {
  ground: Ground
  chat: Chat
  library: Library
  official: OfficialSource
  mcpSets: SpaceSource
  settings: BuiltinEnv['settings']
  variables: VariablePort
}
type PluginPorts = Pick<AppPorts, 'bots' | 'listings' | 'noteUse' | 'workflowFacts'>

/** Wires plugins: editing them, finding their tools and calling those. */
export function wirePlugins(infra: Infra, services: Services, ports: PluginPorts) {
  const core = wirePluginCore(infra, services, ports)
  const { repo, plugins, tools, versions, toolsets, oauth, permissionsOf } = core
  const { clock, egress, jobs, log, newId, sandbox, bus, secrets } = infra
  const { db } = infra.database
  const { ground, chat, library, official, mcpSets } = services
  const { access, audit, links, passport, resources } = ground
  const uses = createPluginUses({ db, clock })
  const background = createPluginAsync({ db, jobs, toolsets, newId, clock, log, spaceOf: resources.spaceOf })
  const lists = createPluginLists({
    repo,
    toolsets,
    official,
    mcp: mcpSets,
    maySee: (userId, spaceId) => access.canUser(userId, 'space', spaceId, 'view'),
  })
  const view = createPluginView({ links, people: passport })
  const favorites = createPluginFavorites({ db, clock, marks: library.favorites })
  const reach = createReach(official)
  const rights = { membership: ground.spaces.membership, rolesOf: ground.collaborators.rolesOf }
  access.registerPart('tool', repo.pluginOfTool)
  ground.resourceKinds.register('plugin', pluginKind({ repo, plugins, versions, toolsets, resources, secrets, egress }))
  const handlers: HandlersOf<'plugin' | 'pluginAuth' | 'pluginList' | 'pluginTool'> = {
    plugin: {
      ...pluginVersionRoutes({ plugins, versions, view }),
      ...linkRoutes(createPrivateLinks({ db, egress, bus, audit, newId, clock })),
      ...pluginRoutes({
        plugins,
        tools,
        toolsets,
        view,
        reach,
        sandbox,
        egress,
        redirectUri: oauth.redirectUri,
        exportIps: () => services.settings().exportIps,
        hasModel: async () => (await chat.models.list(undefined)).length > 0,
        ports,
      }),
    },
    pluginTool: toolRoutes({
      plugins,
      tools,
      toolsets,
      uses,
      async: background,
      writer: createPluginWriter({ write: chat.textWriter.write }),
      view,
      reach,
      ports,
    }),
    pluginList: listRoutes({ lists, view, favorites, reach, botQuotes: plugins.botQuotes, rights, ports }),
    pluginAuth: authRoutes({ plugins, oauth, view, reach, getMany: repo.getMany, pluginsOf: createPluginsOf(ports) }),
  }
  const { iconUrl } = view
  return {
    handlers,
    skills: {
      plugins: createPluginSkills({
        toolsets,
        uses,
        async: background,
        variables: botVariables(services.variables, ports),
      }),
    },
    nodes: { plugin: createPluginNodes(toolsets) },
    services: {
      plugins,
      localPlugins: createLocalPlugins({ plugins, tools }),
      pluginTools: tools,
      pluginInfo: createWorkflowInfo({ toolsets, lists, reach, oauth, favorites, targetOf: permissionsOf, iconUrl }),
      presetCard: repo.presetCard,
      toolsets,
      reach,
      pluginOauth: oauth,
      pluginAsync: background,
      describeTools: createToolDetails({ toolsets, official, iconUrl }),
      callTool: createTaskCall({ toolsets, uses, spaceOf: resources.spaceOf }),
    },
    start: () => background.start(),
  }
}
export type Plugins = ReturnType<typeof wirePlugins>['services']

/** Wires plugins with their tools, versions and permissions, and the calls of tools. */
function wirePluginCore(infra: Infra, { ground, official, mcpSets }: Services, ports: Pick<AppPorts, 'noteUse'>) {
  const { bus, clock, config, egress, newId, sandbox, secrets } = infra
  const { db } = infra.database
  const { audit, builtins, resources, uploads } = ground
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
    files: uploads,
    defaultIcon: async () => (await builtins.list('plugin'))[0] ?? '',
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
  const toolsets: Toolsets = createToolsets({
    repo,
    plugins,
    oauth,
    egress,
    sandbox,
    secrets,
    bus,
    official,
    mcp: mcpSets,
    mocks: createMockAnswers(db),
    onCall: (id) => ports.noteUse(id),
  })
  return {
    repo,
    plugins,
    tools: createToolService({ repo, plugins, clock, requireContent: resources.requireContent }),
    versions: createPluginVersions({
      repo,
      plugins,
      resources,
      audit,
      newId,
      clock,
      lockMs: PLUGIN_LIMITS.lockMs,
    }),
    toolsets,
    oauth,
    permissionsOf,
  }
}
