import type { Readable } from 'node:stream'

/** Files of users, under keys that the server makes. Whole or absent: a cut upload leaves nothing. */
export interface Blobs {
  put(key: string, data: Uint8Array | Readable, contentType: string): Promise<void>
  get(key: string): Promise<Blob | undefined>
  delete(key: string): Promise<void>
  /** Every key, for backups. */
  list(): AsyncIterable<string>
}
export interface Blob {
  contentType: string
  size: number
  stream(): Readable
  bytes(): Promise<Uint8Array>
}

export class BlobKeyError extends Error {}
/** Keys are made by the server: a few plain segments. Anything else is a bug or an attack. */
export function checkKey(key: string): string {
  if (!/^[a-z0-9_-]+(\/[a-z0-9_-]+){0,4}(\.[a-z0-9]{1,8})?$/i.test(key)) throw new BlobKeyError('Bad blob key')
  return key
}
