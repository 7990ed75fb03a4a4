import type { Egress } from '#kit/egress/egress.ts'
import { knowledgeErrors } from './knowledge.errors.ts'

export interface Place {
  /** Kind: WebDAV files by default, or knowledge bases of a cloud. */
  kind?: 'webdav' | 'volcano'
  address: string
  username: string
  password: string
}
export interface RemoteFile {
  /** Relative to the root of the account, without a leading slash. */
  path: string
  name: string
  isFolder: boolean
}
const LIST_BYTES = 5 * 1024 * 1024
const FILE_BYTES = 50 * 1024 * 1024
const BODY = '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>'

/** Files on a WebDAV server, the protocol of Nextcloud, ownCloud, most NAS devices and many hosted drives. */
export function createWebDav(egress: Egress) {
  async function send(place: Place, method: string, path: string, more: { body?: string; maxBytes: number }) {
    const root = egress.checkUrl(place.address)
    const base = root.href.endsWith('/') ? root.href : `${root.href}/`
    const account = Buffer.from(`${place.username}:${place.password}`).toString('base64')
    const answer = await egress.fetch(base + path.split('/').map(encodeURIComponent).join('/'), {
      method,
      headers: {
        ...(place.username && { authorization: `Basic ${account}` }),
        ...(more.body && { depth: '1', 'content-type': 'application/xml' }),
      },
      ...(more.body && { body: more.body }),
      secretOrigin: root.origin,
      timeoutMs: 30_000,
      maxBytes: more.maxBytes,
    })
    if (!answer.ok) throw knowledgeErrors.accountRefused({ status: answer.status })
    return { answer, rootPath: new URL(base).pathname }
  }
  return {
    /** Content of a folder, without the folder itself. */
    async list(place: Place, folder: string): Promise<RemoteFile[]> {
      const { answer, rootPath } = await send(place, 'PROPFIND', folder && `${folder}/`, {
        body: BODY,
        maxBytes: LIST_BYTES,
      })
      const xml = await answer.text()
      if (/<!DOCTYPE/i.test(xml)) throw knowledgeErrors.accountRefused({ status: 'XML with entities' })
      const files: RemoteFile[] = []
      for (const [, part] of xml.matchAll(/<(?:\w+:)?response[\s>](.*?)<\/(?:\w+:)?response>/gs)) {
        const href = /<(?:\w+:)?href>\s*([^<]+?)\s*<\/(?:\w+:)?href>/.exec(part!)?.[1]
        const path = href && pathBelow(href.replaceAll('&amp;', '&'), rootPath)
        if (path === undefined || path === '' || path === folder) continue
        const isFolder = /<(?:\w+:)?collection\b/.test(part!)
        files.push({ path, name: path.split('/').at(-1)!, isFolder })
      }
      return files.toSorted((a, b) => Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name))
    },
    async read(place: Place, path: string): Promise<Uint8Array> {
      const { answer } = await send(place, 'GET', path, { maxBytes: FILE_BYTES })
      return answer.bytes()
    },
  }
}

/** The path relative to the account; undefined for paths outside it, which a server might list. */
function pathBelow(href: string, rootPath: string): string | undefined {
  try {
    const full = decodeURIComponent(new URL(href, 'http://x').pathname)
    const root = decodeURIComponent(rootPath)
    if (`${full}/` === root) return ''
    return full.startsWith(root) ? full.slice(root.length).replace(/\/$/, '') : undefined
  } catch {
    return undefined
  }
}
