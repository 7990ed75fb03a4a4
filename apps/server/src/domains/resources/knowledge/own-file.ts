import type { Blobs } from '#kit/blobs/blobs.ts'
import type { FileLinks } from '#kit/file-links.ts'

/** Reads files behind signed links of this instance; undefined for any other address. */
export const createOwnFiles =
  ({ links, blobs }: { links: Pick<FileLinks, 'keyIn'>; blobs: Pick<Blobs, 'get'> }) =>
  async (url: string): Promise<{ bytes: Uint8Array } | undefined> => {
    const key = links.keyIn(url)
    const blob = key && (await blobs.get(key))
    return blob ? { bytes: await blob.bytes() } : undefined
  }
