import { z } from 'zod'
import { op } from '#kit.ts'
import { idOrNone, int } from '#shared/fields.ts'

const MB = 1024 * 1024
/** Purpose of a Base64 upload, by the numbers that clients use. */
export const FileBiz = {
  unknown: 0,
  botIcon: 1,
  dataset: 2,
  datasetIcon: 3,
  pluginIcon: 4,
  space: 5,
  workflow: 6,
  societyIcon: 7,
  connectorIcon: 8,
  voiceIcon: 9,
  enterpriseIcon: 10,
} as const

const optionalText = (max: number) => z.string().max(max).default('')
const storeInfo = z.object({ StoreUri: z.string(), Auth: z.string(), UploadID: z.string() })
const address = z.object({
  StoreInfos: z.array(storeInfo),
  UploadHosts: z.array(z.string()),
  UploadHeader: z.record(z.string(), z.string()),
  SessionKey: z.string(),
  Cloud: z.string(),
})
const file = z.object({ uri: z.string(), url: z.string() })
/** The space in which the file will be used; checked and stored with the file. */
const spaceId = idOrNone()
const inSpace = { on: 'space', id: 'space_id', can: 'createResource', optional: true } as const

export const upload = {
  file: op('POST /api/bot/upload_file', {
    summary: 'Upload a file as base64; icons may have up to 2 MB',
    summaryZh: '以 base64 上传文件，图标不超过 2 MB',
    access: inSpace,
    bodyLimit: 28 * MB,
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () =>
      z.object({
        file_head: z.object({
          file_type: z.string().min(1).max(300),
          biz_type: z.enum(FileBiz).default(FileBiz.unknown),
        }),
        data: z.string(),
        space_id: spaceId,
      }),
    output: () => z.object({ upload_url: z.string(), upload_uri: z.string() }),
  }),
  token: op(['POST /api/playground/upload/auth_token', 'POST /api/workflow_api/upload/auth_token'], {
    summary: 'Get credentials for uploads, valid for an hour',
    summaryZh: '获取上传凭证，一小时内有效',
    limit: { by: 'user', max: 240, seconds: 60 },
    input: () => z.object({ scene: optionalText(50), data_type: optionalText(50) }),
    output: () =>
      z.object({
        service_id: z.string(),
        upload_path_prefix: z.string(),
        auth: z.object({
          access_key_id: z.string(),
          secret_access_key: z.string(),
          session_token: z.string(),
          expired_time: z.string(),
          current_time: z.string(),
        }),
        upload_host: z.string(),
        schema: z.string(),
      }),
  }),
  apply: op(['GET /api/common/upload/apply_upload_action', 'POST /api/common/upload/apply_upload_action'], {
    summary: 'Announce an upload and get its key, or confirm one',
    summaryZh: '申请上传并获取 key，或确认上传',
    access: inSpace,
    reply: 'flat',
    writes: true,
    limit: { by: 'user', max: 240, seconds: 60 },
    input: () =>
      z.object({
        Action: z
          .enum(['ApplyImageUpload', 'CommitImageUpload', 'ApplyUploadInner', 'CommitUploadInner'])
          .default('ApplyImageUpload'),
        Version: optionalText(50),
        ServiceId: optionalText(100),
        FileExtension: optionalText(300),
        FileName: optionalText(4000),
        FileSize: int().pipe(z.number().min(0)).default(0),
        SessionKey: optionalText(2000),
        s: optionalText(200),
        space_id: spaceId,
      }),
    output: () =>
      z.object({
        ResponseMetadata: z.object({
          RequestId: z.string(),
          Action: z.string(),
          Version: z.string(),
          Service: z.string(),
          Region: z.string(),
        }),
        Result: z.object({
          UploadAddress: address.optional(),
          FallbackUploadAddress: address.optional(),
          InnerUploadAddress: z
            .object({
              UploadNodes: z.array(
                z.object({
                  StoreInfos: z.array(storeInfo),
                  UploadHost: z.string(),
                  UploadHeader: z.record(z.string(), z.string()),
                  SessionKey: z.string(),
                }),
              ),
            })
            .optional(),
          RequestId: z.string(),
          SDKParam: z.string(),
          Results: z.array(z.object({ Uri: z.string(), UriStatus: z.number() })).optional(),
          PluginResult: z
            .array(
              z.object({
                FileName: z.string(),
                SourceUri: z.string(),
                ImageUri: z.string(),
                ImageWidth: z.number(),
                ImageHeight: z.number(),
                ImageMd5: z.string(),
                ImageFormat: z.string(),
                ImageSize: z.number(),
                FrameCnt: z.number(),
              }),
            )
            .optional(),
        }),
      }),
  }),
  put: op('POST /api/common/upload/*tos_uri', {
    summary: 'Send an announced file, whole or in parts',
    summaryZh: '上传文件内容，可分片',
    reply: 'flat',
    body: 'raw',
    bodyLimit: 101 * MB,
    input: () =>
      z.object({
        tos_uri: z.string().max(300),
        uploadID: optionalText(100),
        uploadid: optionalText(100),
        partNumber: int().optional(),
        part_number: int().optional(),
        phase: z.enum(['', 'init', 'transfer', 'finish']).default(''),
        /** part: numbered parts. stream: the whole file at once. */
        uploadmode: z.enum(['', 'part', 'stream']).default(''),
      }),
    output: () =>
      z.object({
        Version: z.string(),
        success: z.number(),
        error: z.object({ code: z.number(), error: z.string(), error_code: z.number(), message: z.string() }),
        payload: z.object({ hash: z.string(), key: z.string(), uploadID: z.string() }),
      }),
  }),
  urls: op('POST /api/playground_api/get_imagex_url', {
    summary: 'Get the URLs of your uploaded images',
    summaryZh: '获取你上传的图片的 URL',
    input: () => z.object({ uris: z.array(z.string().max(300)).max(100).default([]), scene: int().default(0) }),
    output: () =>
      z.object({
        url_info: z.record(z.string(), z.object({ url: z.string(), review_status: z.boolean() })),
      }),
  }),
  shortcutIcons: op('POST /api/playground_api/get_file_list', {
    summary: 'List icons for shortcuts',
    summaryZh: '列出快捷指令的图标',
    reply: 'flat',
    input: () => z.object({ scene: int().pipe(z.literal(1)).default(1) }),
    output: () => z.object({ file_list: z.array(file) }),
  }),
  icons: op('POST /api/developer/get_icon', {
    summary: 'List icons for a kind of resource',
    summaryZh: '列出某类资源的图标',
    input: () => z.object({ icon_type: int().pipe(z.number().min(1).max(12)).default(1) }),
    output: () => z.object({ icon_list: z.array(file) }),
  }),
}
