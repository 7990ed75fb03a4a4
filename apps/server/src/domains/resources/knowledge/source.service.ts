import { DocumentSource, type SourceInfo } from '@orrery/contract'
import type { Blobs } from '#kit/blobs/blobs.ts'
import { errors } from '#kit/errors.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { Documents } from '#kit/documents/documents.ts'
import { knownTypes } from '#kit/documents/file-types.ts'
import type { NewId } from '#kit/ids.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { DocumentRow, WebRow } from './knowledge.table.ts'

export interface Source {
  blobKey: string
  extension: string
  size: number
  webUrl: string
  sourceType: number
  /** The id of the file in a connected account, if it comes from one. */
  origin?: string
}
export interface SourceDeps {
  uploads: Pick<UploadService, 'find' | 'read'>
  blobs: Blobs
  egress: Egress
  documents: Documents
  newId: NewId
  findWeb(id: string, userId: string): Promise<WebRow | undefined>
  /** Reads a file of an account that the user has connected. */
  readFile(fileId: string, userId: string): Promise<{ name: string; bytes: Uint8Array }>
}
const OWN = 'knowledge/'
const PAGE_BYTES = 10 * 1024 * 1024
export const extensionOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
/** Checks a file type given by a caller: it must be a supported one, with or without a dot. */
export function readType(given: string, field: string): string {
  const type = given.trim().replace(/^\./, '').toLowerCase()
  if (type && !knownTypes.includes(type))
    throw knowledgeErrors.unknownType({ field, type: type.slice(0, 20), known: knownTypes.join(', ') })
  return type
}
const known: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/json': 'json',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
}

/** Sources of documents. Each source is stored as a file, so that an import can be repeated at any time. */
export function createSources({ uploads, blobs, egress, documents, newId, findWeb, readFile }: SourceDeps) {
  async function keep(bytes: Uint8Array, extension: string, contentType: string): Promise<string> {
    const key = `${OWN}${newId()}${extension && `.${extension}`}`
    await blobs.put(key, bytes, contentType)
    return key
  }
  async function fetchPage(url: string, signal?: AbortSignal) {
    const answer = await egress.fetch(url, {
      maxBytes: PAGE_BYTES,
      timeoutMs: 30_000,
      headers: { accept: 'text/html,text/*;q=0.9,application/pdf;q=0.8' },
      ...(signal && { signal }),
    })
    const bytes = await answer.bytes()
    if (!answer.ok) throw knowledgeErrors.pageStatus({ url, status: answer.status })
    const type = (answer.headers.get('content-type') ?? 'text/html').split(';')[0]!.trim().toLowerCase()
    const extension = known[type]
    if (extension) return { extension, bytes, title: '', links: [] as string[], url: answer.url, isSitemap: false }
    if (!/^text\/|xml$|html$/.test(type)) throw knowledgeErrors.pageType({ url, type })
    const listed = sitemapLinks(bytes)
    if (listed)
      return {
        extension: 'md',
        bytes: Buffer.from(listed.join('\n')),
        title: url,
        links: listed,
        url: answer.url,
        isSitemap: true,
      }
    const page = await documents.page(bytes)
    return {
      extension: 'md',
      bytes: Buffer.from(page.markdown),
      title: page.title,
      links: page.links,
      url: answer.url,
      isSitemap: false,
    }
  }
  async function fetchFile(origin: string, userId: string): Promise<Source> {
    const { name, bytes } = await readFile(origin, userId)
    if (!bytes.byteLength) throw knowledgeErrors.emptyFile({ name })
    const extension = extensionOf(name)
    return {
      blobKey: await keep(bytes, extension, 'application/octet-stream'),
      extension,
      size: bytes.byteLength,
      webUrl: '',
      sourceType: DocumentSource.thirdParty,
      origin,
    }
  }
  return {
    keep,
    fetchPage,
    fetchFile,
    /** Files stored for a document are deleted with it; user uploads stay. */
    async drop(rows: Pick<DocumentRow, 'blobKey' | 'settings'>[]): Promise<void> {
      const keys = rows.flatMap((row) => [row.blobKey, ...(row.settings.more ?? []).map((item) => item.blobKey)])
      for (const key of keys.filter((key) => key.startsWith(OWN))) await blobs.delete(key).catch(() => {})
    },
    async read(key: string): Promise<Uint8Array> {
      const blob = key ? await blobs.get(key) : undefined
      if (!blob) throw knowledgeErrors.fileGone()
      return blob.bytes()
    },
    async resolve(info: SourceInfo, name: string, userId: string, isTable: boolean): Promise<Source> {
      if (info.document_source === DocumentSource.thirdParty && info.source_file_id)
        return fetchFile(info.source_file_id, userId)
      const key = info.tos_uri || info.source_file_id || info.imagex_uri
      if (key) {
        const file = await uploads.find(key, userId)
        if (!file) throw errors.notFound({ what: 'file' })
        const extension = file.extension || extensionOf(file.name) || extensionOf(name)
        return { blobKey: key, extension, size: file.size, webUrl: '', sourceType: DocumentSource.file }
      }
      if (info.web_id) {
        const web = await findWeb(info.web_id, userId)
        if (!web || web.status !== 1) throw knowledgeErrors.pageNotReady()
        const bytes = Buffer.from(web.content)
        return {
          blobKey: await keep(bytes, 'md', 'text/markdown'),
          extension: 'md',
          size: bytes.byteLength,
          webUrl: web.url,
          sourceType: DocumentSource.web,
        }
      }
      if (info.web_url) {
        egress.checkUrl(info.web_url)
        return { blobKey: '', extension: 'md', size: 0, webUrl: info.web_url, sourceType: DocumentSource.web }
      }
      if (info.file_base64 !== undefined) {
        const text = info.file_base64.replace(/^data:[^,]{0,200};base64,/, '').replaceAll(/\s/g, '')
        if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw knowledgeErrors.badBase64()
        const bytes = Buffer.from(text, 'base64')
        if (!bytes.byteLength) throw knowledgeErrors.emptyFile({ name })
        const type = readType(info.file_type, 'document_bases.source_info.file_type')
        const extension = type || extensionOf(name) || 'txt'
        return {
          blobKey: await keep(bytes, extension, 'application/octet-stream'),
          extension,
          size: bytes.byteLength,
          webUrl: '',
          sourceType: DocumentSource.openApi,
        }
      }
      if (info.custom_content !== undefined) {
        const bytes = Buffer.from(info.custom_content.replaceAll('\u0000', ''))
        const extension = isTable ? (/^\s*[[{]/.test(info.custom_content) ? 'json' : 'csv') : 'md'
        return {
          blobKey: bytes.byteLength ? await keep(bytes, extension, 'text/plain') : '',
          extension,
          size: bytes.byteLength,
          webUrl: '',
          sourceType: DocumentSource.custom,
        }
      }
      throw knowledgeErrors.noSource()
    },
  }
}
export type Sources = ReturnType<typeof createSources>

const MAX_LISTED = 1000
/** The addresses in a sitemap; undefined if the page is not one. */
function sitemapLinks(bytes: Uint8Array): string[] | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (!/<(?:urlset|sitemapindex)[\s>]/.test(text.slice(0, 2000))) return undefined
  return [...text.matchAll(/<loc>\s*([^<]{1,2000}?)\s*<\/loc>/g)]
    .slice(0, MAX_LISTED)
    .map(([, loc]) => loc!.replaceAll('&amp;', '&').replaceAll('&apos;', "'").replaceAll('&quot;', '"'))
}
