import { sha256 } from '#kit/secrets.ts'
import type { InstanceMcpFile } from './instance-file.ts'

/** Official servers have no row, so their id is derived from their name. */
const officialId = (name: string) =>
  String(72_000_000_000 + (Number.parseInt(sha256(`mcp ${name}`).slice(0, 8), 16) % 1_000_000_000))

/** Servers offered to every space. */
export const officialServers = (file: Pick<InstanceMcpFile, 'read'>) => [
  ...file.read().official.map((item) => ({
    id: officialId(item.name),
    name: item.name,
    description: item.description,
    transport: item.transport as string,
    url: item.url,
  })),
  ...file.read().stdio.map((item) => ({
    id: officialId(item.name),
    name: item.name,
    description: item.description,
    transport: 'stdio',
    url: item.name,
  })),
]
