import { type contract, FileBiz } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { type BuiltinIcons, IconType } from './shared/builtin-icons.ts'
import type { DirectUploadService } from './direct-upload.service.ts'
import { extensionOf, type SceneName, scenes } from './scene-rules.ts'
import { uploadErrors } from './upload.errors.ts'
import type { UploadService } from './upload.service.ts'
import type { UploadRow } from './upload.table.ts'

export interface UploadRoutesDeps {
  uploads: UploadService
  direct: DirectUploadService
  builtins: BuiltinIcons
  links: FileLinks
  publicUrl: string
}
const SERVICE = 'orrery'
const REGION = 'cn-north-1'
const files = new Set<number>([FileBiz.dataset, FileBiz.workflow, FileBiz.unknown])
const sceneOfBiz = (biz: number): SceneName => (files.has(biz) ? 'file' : 'icon')

/** Maps the scene names of clients to ours; the service id then carries the result. */
function sceneOf(text: string): SceneName {
  if (/icon|avatar/i.test(text)) return 'icon'
  return /image|background|picture/i.test(text) ? 'image' : 'file'
}
const sceneOfService = (serviceId: string): SceneName => {
  const name = serviceId.split('.')[1] ?? 'file'
  if (!(name in scenes)) throw uploadErrors.unknownScene({ field: 'ServiceId' })
  return name as SceneName
}

export function uploadRoutes({
  uploads,
  direct,
  builtins,
  links,
  publicUrl,
}: UploadRoutesDeps): Handlers<typeof contract.upload> {
  const { host, protocol } = new URL(publicUrl)
  const uploadHost = `${host}/api/common/upload`
  const withUrl = (keys: string[]) => keys.map((uri) => ({ uri, url: links.make(uri) }))
  const header = (ctx: Ctx, name: string) => ctx.request.headers.get(name) ?? undefined

  function addressOf(row: UploadRow) {
    const store = { StoreUri: row.key, Auth: row.uploadId, UploadID: row.uploadId }
    return {
      StoreInfos: [store],
      UploadHosts: [uploadHost],
      UploadHeader: {},
      SessionKey: Buffer.from(row.key).toString('base64url'),
      Cloud: '',
    }
  }
  const described = (row: UploadRow) => ({
    FileName: row.name,
    SourceUri: row.key,
    ImageUri: row.key,
    ImageWidth: row.width,
    ImageHeight: row.height,
    ImageMd5: '',
    ImageFormat: row.extension,
    ImageSize: row.size,
    FrameCnt: 1,
  })

  return {
    file: async (input, ctx) => {
      const { file_type: type, biz_type: biz } = input.file_head
      const row = await uploads.store({
        userId: ctx.userId,
        spaceId: input.space_id,
        scene: sceneOfBiz(biz),
        name: type.includes('.') ? type : `file.${extensionOf(type)}`,
        bytes: decode(input.data),
      })
      return { upload_url: links.make(row.key), upload_uri: row.key }
    },
    token: (input, ctx) => {
      const scene = sceneOf(`${input.scene} ${input.data_type}`)
      const { token, now, expires, keyId, secret } = direct.token(ctx.userId, scene)
      const time = (millis: number) => new Date(millis).toISOString()
      return {
        service_id: `${SERVICE}.${scene}`,
        upload_path_prefix: `upload/${ctx.userId}`,
        auth: {
          access_key_id: keyId,
          secret_access_key: secret,
          session_token: token,
          expired_time: time(expires),
          current_time: time(now),
        },
        upload_host: uploadHost,
        schema: protocol.replace(':', ''),
      }
    },
    apply: async (input, ctx) => {
      const scene = input.ServiceId ? sceneOfService(input.ServiceId) : 'file'
      const token = header(ctx, 'x-amz-security-token')
      if (token) direct.checkToken(token, ctx.userId, scene)
      const id = ctx.logId
      const meta = {
        ResponseMetadata: {
          RequestId: id,
          Action: input.Action,
          Version: input.Version,
          Service: SERVICE,
          Region: REGION,
        },
      }
      if (input.Action.startsWith('Commit')) {
        const row = await direct.committed(Buffer.from(input.SessionKey, 'base64url').toString(), ctx.userId)
        return {
          ...meta,
          Result: {
            RequestId: id,
            SDKParam: '',
            Results: [{ Uri: row.key, UriStatus: 2000 }],
            PluginResult: row.width ? [described(row)] : [],
          },
        }
      }
      const row = await direct.announce({
        userId: ctx.userId,
        spaceId: input.space_id,
        scene,
        extension: extensionOf(input.FileExtension || input.FileName),
        name: input.FileName,
        size: input.FileSize,
      })
      const address = addressOf(row)
      const { StoreInfos, UploadHeader, SessionKey } = address
      return {
        ...meta,
        Result: {
          RequestId: id,
          SDKParam: '',
          UploadAddress: address,
          FallbackUploadAddress: address,
          InnerUploadAddress: { UploadNodes: [{ StoreInfos, UploadHost: uploadHost, UploadHeader, SessionKey }] },
        },
      }
    },
    put: async (input, ctx) => {
      const { tos_uri: key, phase } = input
      const part = input.partNumber ?? input.part_number
      const body = { stream: ctx.request.body, checksum: header(ctx, 'content-crc32') }
      const answer = (uploadID: string, hash = '') => ({
        Version: '1',
        success: 0,
        error: { code: 0, error: '', error_code: 0, message: '' },
        payload: { hash, key, uploadID },
      })
      // A part without a number would overwrite the whole file.
      if (input.uploadmode === 'part' && (phase === '' || phase === 'transfer') && part === undefined)
        throw badInput('partNumber', 'give the part number', '请说明这是第几个分片')
      if (input.uploadmode === 'stream' && part !== undefined)
        throw badInput('partNumber', 'omit it when the file is sent as a whole', '整体上传时请不要填写')
      if (phase === 'init') return answer((await direct.open(key, ctx.userId)).uploadId)
      if (phase === 'finish') {
        const { row, checksum } = await direct.finish(key, ctx.userId, await countParts(ctx.request.body))
        return answer(row.uploadId, checksum)
      }
      if (part !== undefined) {
        await direct.putPart(key, ctx.userId, part, body)
        return answer(input.uploadID || input.uploadid, body.checksum)
      }
      const { row, checksum } = await direct.put(key, ctx.userId, body)
      return answer(row.uploadId, checksum)
    },
    urls: async (input, ctx) => {
      for (const uri of input.uris) await uploads.require(uri, ctx.userId)
      return {
        url_info: Object.fromEntries(input.uris.map((uri) => [uri, { url: links.make(uri), review_status: true }])),
      }
    },
    shortcutIcons: async () => ({ file_list: withUrl(await builtins.list('shortcut')) }),
    icons: async (input) => {
      const [set] = Object.entries(IconType).find(([, type]) => type === input.icon_type) ?? ['bot']
      return { icon_list: withUrl(await builtins.list(set)) }
    },
  }
}

function decode(data: string): Buffer {
  const text = data.replace(/^data:[^,]{0,200};base64,/, '').replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw uploadErrors.unreadable()
  return Buffer.from(text, 'base64')
}

/** Counts the parts in `1:checksum,2:checksum`, as listed by the client. */
async function countParts(body: ReadableStream<Uint8Array> | null): Promise<number> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > 500_000) break
  }
  return text.split(',').filter((entry) => /^\s*\d+(:|\s*$)/.test(entry)).length
}
