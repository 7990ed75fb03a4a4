import { ConnectorId, type contract, type InterfaceDocument, PublishRecordStatus } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { AppVersions } from '#domains/studio/project/app-version.service.ts'
import { interfaceErrors } from './interface.errors.ts'
import type { InterfaceService } from './interface.service.ts'
import { pictureErrors } from './picture.errors.ts'
import type { PictureService } from './picture.service.ts'

export interface PictureRoutesDeps {
  interfaces: InterfaceService
  versions: Pick<AppVersions, 'find' | 'named'>
  pictures: PictureService
  uploads: Pick<UploadService, 'store'>
  links: FileLinks
}
interface How {
  channel: 1 | 2
  ext_json: string
  screenshot_option?:
    | {
        mode: 0 | 1
        viewport?: { x?: number; y?: number; width?: number; height?: number; scale?: number } | undefined
        selector: string
        format: 'png' | 'jpeg' | 'webp'
        quality?: number | undefined
        max_width?: number | undefined
        max_height?: number | undefined
      }
    | undefined
  device?: { width: number; height: number; scale_factor: number; mobile: boolean } | undefined
  wait_element: string
}
const desktop = { width: 1280, height: 800, scale_factor: 1, mobile: false }
const phone = { width: 390, height: 844, scale_factor: 2, mobile: true }
const WEB = 1
const PHONE = 2

function pageIn(text: string): string {
  try {
    const { page } = JSON.parse(text) as { page?: unknown }
    return typeof page === 'string' ? page : ''
  } catch {
    return ''
  }
}
export function interfacePictureRoutes(deps: PictureRoutesDeps): Handlers<typeof contract.interfacePicture> {
  const { interfaces, versions, pictures } = deps
  async function take(document: InterfaceDocument, how: How, ctx: Ctx): Promise<string> {
    const option = how.screenshot_option
    const device = how.device ?? (how.channel === PHONE ? phone : desktop)
    const format = option?.format ?? 'png'
    const bytes = await pictures.take({
      document,
      page: pageIn(how.ext_json),
      isPhone: device.mobile || device.width < 600,
      device: { width: device.width, height: device.height, scale: device.scale_factor, isMobile: device.mobile },
      waitFor: how.wait_element,
      selector: option?.mode === 1 ? option.selector : '',
      area: option?.viewport,
      format,
      quality: option?.quality,
      maxWidth: option?.max_width,
      maxHeight: option?.max_height,
    })
    const { key } = await deps.uploads.store({
      userId: ctx.userId,
      spaceId: ctx.located!.spaceId,
      scene: 'image',
      name: `interface.${format === 'jpeg' ? 'jpg' : format}`,
      bytes,
    })
    return key
  }
  async function publishedPart(projectId: string, version: string, channel: number) {
    const found = await versions.named(projectId, version)
    const part =
      found?.status === PublishRecordStatus.publishDone
        ? (await interfaces.released(found.id)).find((one) => one.channel === channel)
        : undefined
    if (!found || !part) throw interfaceErrors.notPublished()
    return { versionId: found.id, document: part.document }
  }
  async function ofVersion(projectId: string, version: string, how: How, ctx: Ctx) {
    const { versionId, document } = await publishedPart(projectId, version, how.channel)
    const key = await take(document, how, ctx)
    await interfaces.keepPicture(versionId, how.channel, key)
    return { url: deps.links.make(key) }
  }
  return {
    published: (input, ctx) => ofVersion(input.project_id, input.version_code, input, ctx),
    any: async (input, ctx) => {
      if (input.version_code) return ofVersion(input.project_id, input.version_code, input, ctx)
      const { sandboxes } = await interfaces.get(input.project_id)
      const drawn = sandboxes.find(({ channel }) => channel === input.channel)
      if (!drawn) throw interfaceErrors.none()
      return { url: deps.links.make(await take(drawn.document, input, ctx)) }
    },
    keep: async ({ project_id, data }, ctx) => {
      const app = await versions.find(project_id, ConnectorId.page)
      const part = app && (await interfaces.released(app.id)).find(({ channel }) => channel === WEB)
      const isWanted = !pictures.isThere() && part !== undefined && !(await interfaces.keptPicture(app!.id, WEB))
      if (!isWanted || !data) return { is_wanted: isWanted }
      const { key } = await deps.uploads.store({
        userId: ctx.userId,
        spaceId: ctx.located!.spaceId,
        scene: 'image',
        name: 'interface.png',
        bytes: Buffer.from(await data.arrayBuffer()),
      })
      await interfaces.keepPicture(app!.id, WEB, key)
      return { is_wanted: false }
    },
    kept: async (input) => {
      const { versionId } = await publishedPart(input.project_id, input.version_code, input.channel)
      const key = await interfaces.keptPicture(versionId, input.channel)
      if (!key) throw pictureErrors.none()
      return { snapshot: deps.links.make(key) }
    },
    served: async (input, ctx) => {
      const app = await versions.find(input.app_id, input.connector_id || ConnectorId.page)
      const part = app && (await interfaces.released(app.id)).find(({ channel }) => channel === input.channel)
      if (!part) throw interfaceErrors.notPublished()
      return { url: deps.links.make(await take(part.document, input, ctx)) }
    },
  }
}
