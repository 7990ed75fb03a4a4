import { createBuiltinEnv } from '#builtin-plugins/builtin-env.ts'
import { createPluginSettings } from '#builtin-plugins/plugin-settings.ts'
import { createOfficialPlugins } from '#builtin-plugins/registry.ts'
import { searchWeb } from '#builtin-plugins/web-search.ts'
import { createLiveSetting } from '#domains/ground/instance/shared/live-setting.ts'
import { instanceToolsRoutes } from '#domains/resources/plugin/instance-tools.routes.ts'
import { createWebSearch, type StoredSearch } from '#domains/resources/plugin/web-search.service.ts'
import { createRealModel } from '#domains/chat/model/real-model.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from './chat.ts'
import type { Ground } from './ground.ts'
import type { Library } from './library.ts'
import type { AppPorts, HandlersOf } from './ports.ts'
import { wireDatabases } from './resources/database.ts'
import { wireFilebox } from './resources/filebox.ts'
import { wireKnowledge } from './resources/knowledge.ts'
import { wireMcp, wireMcpServe } from './resources/mcp.ts'
import { wireMemories } from './resources/memory.ts'
import { wireCards } from './resources/card.ts'
import { wireMocks } from './resources/mock.ts'
import { wirePlugins } from './resources/plugin.ts'
import { wirePrompts } from './resources/prompt.ts'

type ResourcePorts = Pick<
  AppPorts,
  'bots' | 'gate' | 'listings' | 'noteUse' | 'promptFollowers' | 'servedWorkflows' | 'tagNames' | 'workflowFacts'
>

/** Wires the resources that bots and workflows use: knowledge, tables, memories, files, plugins and prompts. */
export function wireResources(
  infra: Infra,
  services: { ground: Ground; chat: Chat; library: Library },
  ports: ResourcePorts,
) {
  const { ground, chat } = services
  const realModel = createRealModel(chat.models)
  const knowledge = wireKnowledge(infra, services, ports)
  const databases = wireDatabases(infra, { ground, realModel }, ports)
  const embedder = knowledge.services.knowledgeEmbeddings.forSpace
  const memories = wireMemories(infra, { ground, chat, realModel, embedder }, ports)
  const filebox = wireFilebox(infra, { ...services, ...knowledge.services })
  const prompts = wirePrompts(infra, { ...services, isOfficial: (id) => official.has(id) }, ports)

  const fromFile = createPluginSettings(infra.config.dataDir)
  const live = { settings: ground.settings, bus: infra.bus, log: infra.log }
  const search = createWebSearch({
    stored: createLiveSetting<StoredSearch | null>(live, 'web-search', null),
    egress: infra.egress,
    secrets: infra.secrets,
    audit: ground.audit,
  })
  /** Settings of the instance owner take precedence over the file in the data folder. */
  const settings = () => {
    const found = fromFile()
    return { ...found, search: search.provider() ?? found.search }
  }
  const official = createOfficialPlugins(
    createBuiltinEnv({
      infra,
      links: ground.links,
      settings,
      knowledge: knowledge.services.knowledgeRetrieval,
      database: databases.nodes.database,
      memories: memories.services.memories,
      endUserFiles: ground.endUserFiles,
    }),
  )
  const mcp = wireMcp(infra, services)
  const { mcpSets } = mcp.services
  const { variables } = memories.skills
  const plugins = wirePlugins(infra, { ...services, official, mcpSets, settings, variables }, ports)
  const mcpServe = wireMcpServe({ chat, toolsets: plugins.services.toolsets }, ports)
  const cards = wireCards(infra, { ground, chat, plugins: plugins.services }, ports)
  const mocks = wireMocks(infra, { ground, chat, plugins: plugins.services }, ports)

  const ownHandlers: HandlersOf<'instanceTools'> = {
    instanceTools: instanceToolsRoutes({
      search,
      fileSearch: () => fromFile().search,
      searchWeb: async (query, signal) => {
        const provider = settings().search
        return provider && searchWeb(provider, { query, count: 3, signal }, infra.egress)
      },
      mcp: mcp.offered,
    }),
  }
  const parts = [cards, databases, memories, knowledge, filebox, plugins, mocks]
  /** Erases the data that tables, variables, memories and files of end users store about a person, in every space. */
  async function eraseUserData(userId: string): Promise<void> {
    const { databases: tables } = databases.services
    const { variables: values, memories: items } = memories.services
    const keepers = [tables, values, items, ground.endUserFiles]
    for (const keeper of keepers) await keeper.eraseUser(userId)
  }
  return {
    handlers: {
      ...knowledge.handlers,
      ...databases.handlers,
      ...memories.handlers,
      ...filebox.handlers,
      ...mcp.handlers,
      ...mcpServe.handlers,
      ...plugins.handlers,
      ...cards.handlers,
      ...mocks.handlers,
      ...prompts.handlers,
      ...ownHandlers,
    },
    services: {
      ...knowledge.services,
      ...databases.services,
      ...memories.services,
      ...filebox.services,
      ...mcp.services,
      ...plugins.services,
      ...cards.services,
      ...mocks.services,
      ...prompts.services,
      eraseUserData,
      isOfficialPlugin: (id: string) => official.list('en').some((set) => set.id === id),
      /** Ports for nodes of workflows. */
      nodes: {
        ...databases.nodes,
        ...memories.nodes,
        ...plugins.nodes,
        ...prompts.nodes,
        knowledge: knowledge.services.nodeKnowledge,
      },
    },
    skills: {
      ...knowledge.skills,
      ...databases.skills,
      ...memories.skills,
      ...filebox.skills,
      ...plugins.skills,
      ...cards.skills,
      ...prompts.skills,
    },
    provides: { eraseUserData, tableRowsOf: databases.services.databases.rowsOfUser },
    async start() {
      await search.start()
      await mcp.start()
      for (const part of parts) await part.start()
    },
  }
}
export type Resources = ReturnType<typeof wireResources>['services']
