import type { Blobs } from '#kit/blobs/blobs.ts'
import type { FileLinks } from '#kit/file-links.ts'

/** Reads files behind signed links of this instance; undefined for any other address. */
export const createOwnFiles =
  ({ links, blobs }: { links: Pick<FileLinks, 'check'>; blobs: Pick<Blobs, 'get'> }) =>
  async (url: string): Promise<{ bytes: Uint8Array } | undefined> => {
    const [, key, query] = /\/api\/file\/([^?]+)\?(.*)$/.exec(url) ?? []
    const given = new URLSearchParams(query ?? '')
    if (!key || !links.check(key, given.get('expires') ?? '', given.get('sig') ?? '')) return undefined
    const blob = await blobs.get(key)
    return blob && { bytes: await blob.bytes() }
  }
