import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { signedHeaders } from './cloud-sign.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { Place } from './web-dav.ts'

/** A knowledge base hosted in a cloud. */
export interface CloudBase {
  id: string
  name: string
  description: string
  project: string
  isStructured: boolean
  version: number
  /** Fields of its slices besides the text. */
  fields: { name: string; type: string }[]
}
export interface CloudService {
  id: string
  name: string
  description: string
}
export interface CloudPiece {
  documentId: string
  documentName: string
  text: string
}
/** Interface of a cloud provider of knowledge bases. */
export interface CloudBases {
  list(place: Place, project?: string): Promise<CloudBase[]>
  services(place: Place, baseId: string): Promise<CloudService[]>
  pieces(place: Place, baseId: string): Promise<CloudPiece[]>
}

interface RawBase {
  collection_name?: string
  description?: string
  project?: string
  data_type?: string
  resource_id?: string
  version?: number
  pipeline_list?: { index_list?: { index_config?: { fields?: { field_name: string; field_type: string }[] } }[] }[]
}
interface RawPiece {
  content?: string
  doc_info?: { doc_id?: string; doc_name?: string }
  table_chunk_fields?: { field_name?: string; field_value?: unknown }[]
}
const [REGION, SERVICE] = ['cn-north-1', 'air']
const PAGE = 100
const MAX_PIECES = 20_000
const ANSWER_BYTES = 20 * 1024 * 1024

/**
 * Knowledge bases of Volcano Engine, through its public API: the user name is an access key id, the password its
 * secret.
 */
export function createVolcanoBases(egress: Egress, clock: Clock): CloudBases {
  async function ask<T>(place: Place, path: string, input: object): Promise<T> {
    const root = egress.checkUrl(place.address)
    const url = new URL(path, root)
    const body = JSON.stringify(input)
    const { username: keyId, password: secret } = place
    const answer = await egress.fetch(url.href, {
      method: 'POST',
      headers: signedHeaders({ url, body, keyId, secret, region: REGION, service: SERVICE, now: clock.now() }),
      body,
      secretOrigin: root.origin,
      timeoutMs: 30_000,
      maxBytes: ANSWER_BYTES,
    })
    const given = (await answer.json().catch(() => undefined)) as
      | { code?: number; message?: string; data?: T }
      | undefined
    if (given?.code !== 0) throw knowledgeErrors.cloudRefused({ message: given?.message ?? `HTTP ${answer.status}` })
    return given.data ?? ({} as T)
  }
  return {
    async list(place, project) {
      const { collection_list: found = [] } = await ask<{ collection_list?: RawBase[] }>(
        place,
        '/api/knowledge/collection/list',
        { ...(project && { project }), brief: false },
      )
      return found.filter((raw) => raw.resource_id).map(baseOf)
    },
    async services(place, baseId) {
      const all: CloudService[] = []
      for (const service_type of [1, 2]) {
        const filter = { collection_resource_ids: [baseId], service_type }
        const { knowledge_services: found = [] } = await ask<{
          knowledge_services?: { name?: string; description?: string; service_resource_id: string }[]
        }>(place, '/api/knowledge/service/list', { filter, page_number: 1, page_size: PAGE })
        for (const { service_resource_id: id, name = '', description = '' } of found)
          all.push({ id, name, description })
      }
      return all
    },
    async pieces(place, baseId) {
      const all: CloudPiece[] = []
      while (all.length < MAX_PIECES) {
        const page = { resource_id: baseId, offset: all.length, limit: PAGE }
        const { point_list: found = [] } = await ask<{ point_list?: RawPiece[] }>(
          place,
          '/api/knowledge/point/list',
          page,
        )
        all.push(...found.map(pieceOf))
        if (found.length < PAGE) break
      }
      return all
    },
  }
}

const baseOf = (raw: RawBase): CloudBase => ({
  id: raw.resource_id!,
  name: raw.collection_name ?? raw.resource_id!,
  description: raw.description ?? '',
  project: raw.project || 'default',
  isStructured: raw.data_type === 'structured_data',
  version: raw.version ?? 0,
  fields: (raw.pipeline_list?.[0]?.index_list?.[0]?.index_config?.fields ?? [])
    .filter((field) => !field.field_name.startsWith('_sys_'))
    .map((field) => ({ name: field.field_name, type: field.field_type })),
})
const pieceOf = (raw: RawPiece): CloudPiece => ({
  documentId: raw.doc_info?.doc_id ?? '',
  documentName: raw.doc_info?.doc_name ?? '',
  text:
    raw.content ||
    (raw.table_chunk_fields ?? [])
      .map((tableChunkField) => `${tableChunkField.field_name}: ${String(tableChunkField.field_value)}`)
      .join('\n'),
})
