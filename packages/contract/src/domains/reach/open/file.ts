import { z } from 'zod'
import { op } from '#kit.ts'

const MB = 1024 * 1024
const file = z.object({
  id: z.string(),
  bytes: z.number(),
  created_at: z.number(),
  file_name: z.string(),
  uri: z.string(),
  url: z.string(),
})

/** Files for messages, bots and knowledge. Callers can access only their own files. */
export const openFile = {
  upload: op('POST /v1/files/upload', {
    summary: 'Upload a file',
    summaryZh: '上传文件',
    scope: 'File.upload',
    body: 'form',
    bodyLimit: 101 * MB,
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () => z.object({ file: z.instanceof(Blob, { message: 'must be a file' }) }),
    output: file,
  }),
  retrieve: op('GET /v1/files/retrieve', {
    summary: "Get a file's details",
    summaryZh: '获取文件信息',
    scope: 'File.retrieve',
    input: () => z.object({ file_id: z.string().min(1).max(300) }),
    output: file,
  }),
  content: op('GET /v1/files/content/retrieve', {
    summary: 'Download a file',
    summaryZh: '下载文件',
    scope: 'File.retrieve',
    reply: 'raw',
    input: () => z.object({ file_id: z.string().min(1).max(300) }),
  }),
}
