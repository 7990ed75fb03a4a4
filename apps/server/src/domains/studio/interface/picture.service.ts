import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { InterfaceDocument } from '@orrery/contract'
import type { Blobs } from '#kit/blobs/blobs.ts'
import { type Browser, BrowserBusy } from '#kit/browser/browser.ts'
import { type Answered, type Area, NoElement } from '#kit/browser/take-picture.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { sharp } from '#kit/sharp.ts'
import { pictureErrors } from './picture.errors.ts'

export interface PictureDeps {
  browser: Browser
  /** The built web app, whose visitor page renders the picture. */
  webDir: string | undefined
  blobs: Blobs
  links: FileLinks
}
export interface PictureRequest {
  document: InterfaceDocument
  /** Page to render. If it does not exist, the entry page is used. */
  page: string
  isPhone: boolean
  device: { width: number; height: number; scale: number; isMobile: boolean }
  waitFor: string
  selector: string
  area?: Partial<Area> | undefined
  format: 'png' | 'jpeg' | 'webp'
  quality?: number | undefined
  maxWidth?: number | undefined
  maxHeight?: number | undefined
}
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}
const PAGE = '/chat/picture'
/** The element in which the page renders. */
const DRAWN = '[data-picture]'

/**
 * Pictures of pages, rendered by the visitor page itself with sample data. The browser has no session and no network.
 */
export function createPictureService({ browser, webDir, blobs, links }: PictureDeps) {
  async function fileAt(url: URL): Promise<Answered | undefined> {
    const key = links.keyIn(`${url.pathname}${url.search}`)
    if (key) {
      const blob = await blobs.get(key)
      return blob && { status: 200, contentType: blob.contentType, body: await blob.bytes() }
    }
    if (!webDir || url.pathname.startsWith('/api/')) return undefined
    const file = path.join(webDir, url.pathname === PAGE ? 'chat.html' : decodeURIComponent(url.pathname))
    if (!file.startsWith(webDir + path.sep)) return undefined
    const body = await readFile(file)
    return { status: 200, contentType: types[path.extname(file)] ?? 'application/octet-stream', body }
  }
  return {
    /** Whether a browser is available to render pictures. */
    isThere: () => browser.isThere(),
    async take(wanted: PictureRequest): Promise<Buffer> {
      if (!browser.isThere()) throw pictureErrors.noBrowser()
      if (!webDir || !(await readFile(path.join(webDir, 'chat.html')).catch(() => undefined)))
        throw pictureErrors.notBuilt()
      const { document, page, isPhone, device, area } = wanted
      try {
        const bytes = await browser.take({
          path: PAGE,
          given: {
            name: 'orreryPicture',
            value: { document, page: document.pages[page] ? page : document.entry, isPhone },
          },
          answer: fileAt,
          device,
          waitFor: wanted.waitFor || DRAWN,
          clip: wanted.selector
            ? { selector: wanted.selector }
            : { area: { x: 0, y: 0, width: device.width, height: device.height, scale: 1, ...area } },
          format: wanted.format,
          quality: wanted.quality,
        })
        const { maxWidth: width, maxHeight: height } = wanted
        if (!width && !height) return bytes
        return await sharp(bytes).resize({ width, height, fit: 'inside', withoutEnlargement: true }).toBuffer()
      } catch (cause) {
        if (cause instanceof NoElement) throw pictureErrors.noElement({ selector: cause.selector.slice(0, 100) })
        if (cause instanceof BrowserBusy) throw pictureErrors.tooMany()
        throw pictureErrors.notDrawn({ reason: (cause as Error).message })
      }
    },
  }
}
export type PictureService = ReturnType<typeof createPictureService>
