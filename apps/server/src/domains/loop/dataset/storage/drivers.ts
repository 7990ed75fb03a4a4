import { AwsV4Signer } from 'aws4fetch'
import type { EgressResponse } from '#kit/egress/answer.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { storageErrors } from './storage.errors.ts'
import type { StorageKind, StorageSettings } from './storage.table.ts'

/** The settings of a store with the key in plain text. It must never be logged or sent to a browser. */
export interface StoragePlace extends StorageSettings {
  url: string
  secret: string
}
/** Reads and writes files of a store. Implemented once per protocol. */
export interface StorageDriver {
  /** Fails if the store cannot be reached with this key. */
  check(place: StoragePlace): Promise<void>
  read(place: StoragePlace, path: string): Promise<Uint8Array>
  write(place: StoragePlace, path: string, bytes: Uint8Array): Promise<void>
}
type Client = Pick<Egress, 'fetch' | 'checkUrl'>
const MAX_BYTES = 100 * 1024 * 1024
const LIMITS = { timeoutMs: 120_000, maxBytes: MAX_BYTES }
type Limits = typeof LIMITS
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')
function requireOk(answer: EgressResponse, ...more: number[]): EgressResponse {
  if (answer.ok || more.includes(answer.status)) return answer
  throw answer.status === 404 ? storageErrors.noSuchFile() : storageErrors.refused({ status: answer.status })
}

/** Driver for any S3-compatible store, with path-style addressing. */
function s3Driver(egress: Client, limits: Limits): StorageDriver {
  async function call(place: StoragePlace, method: string, path: string, body?: Uint8Array) {
    const root = egress.checkUrl(place.url)
    const url = `${root.href.replace(/\/+$/, '')}/${place.bucket}${path}`
    const signed = await new AwsV4Signer({
      url,
      method,
      accessKeyId: place.accessKeyId,
      secretAccessKey: place.secret,
      region: place.region,
      service: 's3',
      ...(body && { body: new Uint8Array(body) }),
    }).sign()
    return egress.fetch(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body && { body: Buffer.from(body) }),
      secretOrigin: root.origin,
      redirect: 'error',
      ...limits,
    })
  }
  return {
    check: async (place) => void requireOk(await call(place, 'GET', '?list-type=2&max-keys=1')),
    read: async (place, path) => requireOk(await call(place, 'GET', `/${encoded(path)}`)).bytes(),
    write: async (place, path, bytes) => void requireOk(await call(place, 'PUT', `/${encoded(path)}`, bytes)),
  }
}

/** Driver for HDFS by its REST API. The name node redirects to a data node, which transfers the bytes. */
function hdfsDriver(egress: Client, limits: Limits): StorageDriver {
  const urlOf = (place: StoragePlace, path: string, op: string, more = {}) => {
    const root = egress.checkUrl(place.url).href.replace(/\/+$/, '')
    const query = new URLSearchParams({ op, ...(place.user && { 'user.name': place.user }), ...more })
    return `${root}/webhdfs/v1/${encoded(path)}?${query}`
  }
  return {
    check: async (place) => void requireOk(await egress.fetch(urlOf(place, '', 'GETFILESTATUS'), limits)),
    read: async (place, path) => requireOk(await egress.fetch(urlOf(place, path, 'OPEN'), limits)).bytes(),
    async write(place, path, bytes) {
      const asked = urlOf(place, path, 'CREATE', { overwrite: 'true' })
      const first = requireOk(await egress.fetch(asked, { ...limits, method: 'PUT', redirect: 'manual' }), 307)
      const node = first.headers.get('location')
      if (!node) throw storageErrors.refused({ status: first.status })
      const body = Buffer.from(bytes)
      requireOk(await egress.fetch(node, { ...limits, method: 'PUT', body, redirect: 'error' }))
    },
  }
}
export const storageDrivers = (egress: Client, limits: Limits = LIMITS): Record<StorageKind, StorageDriver> => ({
  s3: s3Driver(egress, limits),
  hdfs: hdfsDriver(egress, limits),
})
