import { createAccessPoints } from '#domains/resources/mcp/access-point.service.ts'
import { createLiveSetting } from '#domains/ground/instance/shared/live-setting.ts'
import { createInstanceFile } from '#domains/resources/mcp/instance-file.ts'
import { createOfferedServers, type OfferedServer, withChosen } from '#domains/resources/mcp/offered-servers.ts'
import { createMcpClients } from '#domains/resources/mcp/mcp-client.ts'
import { mcpServeRoutes } from '#domains/resources/mcp/mcp-serve.routes.ts'
import { createMcpToolsets } from '#domains/resources/mcp/mcp-toolsets.ts'
import { createMcpRepo } from '#domains/resources/mcp/mcp.repo.ts'
import { mcpRoutes } from '#domains/resources/mcp/mcp.routes.ts'
import { createMcpService } from '#domains/resources/mcp/mcp.service.ts'
import { createServedTools } from '#domains/resources/mcp/served-tools.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'

/** Wires external MCP servers whose tools are used here. */
export function wireMcp(infra: Infra, { ground }: { ground: Ground }) {
  const { bus, clock, config, egress, newId, secrets } = infra
  const { audit, passport, resources } = ground
  const live = { settings: ground.settings, bus, log: infra.log }
  const chosen = createLiveSetting<OfferedServer[]>(live, 'mcp-servers', [])
  const ownFile = createInstanceFile(config.dataDir)
  const file = withChosen(ownFile, chosen.get)
  const clients = createMcpClients({ egress, file })
  infra.onClose(() => clients.close())
  const { db } = infra.database
  const repo = createMcpRepo(db)
  const points = createAccessPoints({ repo, resources, clients, file, egress, secrets, bus, newId, clock })
  const servers = createMcpService({ db, repo, points, resources, audit, file, bus })
  const handlers: HandlersOf<'mcp'> = { mcp: mcpRoutes({ servers, points, people: passport }) }
  return {
    handlers,
    start: chosen.load,
    /** Servers that are offered to every space. */
    offered: createOfferedServers({ chosen, file: ownFile, egress, audit }),
    services: { mcpServers: servers, mcpSets: createMcpToolsets({ servers: repo, points, bus }) },
  }
}

/** Wires plugins, workflows and bots as MCP servers for external clients. */
export function wireMcpServe(
  services: { chat: Chat; toolsets: Toolsets },
  ports: Pick<AppPorts, 'bots' | 'servedWorkflows'>,
) {
  const { toolsets, chat } = services
  const handlers: HandlersOf<'mcpServe'> = {
    mcpServe: mcpServeRoutes({ toolsets, ...createServedTools({ ports, conversations: chat.conversations }) }),
  }
  return { handlers }
}
