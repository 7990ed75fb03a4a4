import type { Egress } from '#kit/egress/egress.ts'
import { badInput } from '#kit/errors.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { LiveSetting } from '#domains/ground/instance/shared/live-setting.ts'
import type { InstanceFile, InstanceMcpFile } from './instance-file.ts'

export type OfferedServer = InstanceFile['official'][number]

/** The instance file plus the servers that the owner added in the administration. Commands come only from the file. */
export function withChosen(file: InstanceMcpFile, chosen: () => OfferedServer[]): InstanceMcpFile {
  return {
    ...file,
    read() {
      const { stdio, official } = file.read()
      const names = new Set([...stdio, ...official].map(({ name }) => name))
      return { stdio, official: [...official, ...chosen().filter(({ name }) => !names.has(name))] }
    },
  }
}

export interface OfferedServersDeps {
  chosen: LiveSetting<OfferedServer[]>
  file: Pick<InstanceMcpFile, 'read'>
  egress: Pick<Egress, 'checkUrl'>
  audit: AuditService
}

/** MCP servers that the instance owner offers to every space. */
export function createOfferedServers({ chosen, file, egress, audit }: OfferedServersDeps) {
  const fromFile = () => {
    const { stdio, official } = file.read()
    return [
      ...official,
      ...stdio.map(({ name, description, command, args }) => ({
        name,
        description,
        transport: 'stdio',
        url: [command, ...args].join(' '),
      })),
    ]
  }
  return {
    chosen: chosen.get,
    fromFile,
    async save(servers: OfferedServer[], actorId: string) {
      const names = new Set(fromFile().map(({ name }) => name))
      for (const { name, url } of servers) {
        if (names.has(name))
          throw badInput(
            'servers',
            `there is already a server named “${name}”. Choose another name`,
            `已有名为“${name}”的服务器，请换一个名称`,
          )
        names.add(name)
        egress.checkUrl(url)
      }
      await chosen.set(servers)
      const detail = { servers: servers.map(({ name, url }) => ({ name, url })) }
      await audit.record({ actorId, action: 'instance.mcp_servers', target: 'mcp-servers', detail })
    },
  }
}
