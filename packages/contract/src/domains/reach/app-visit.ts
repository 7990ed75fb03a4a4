import { z } from 'zod'
import { op } from '#kit.ts'
import { SHARE_LIMITS } from '#shared/limits.ts'
import { InterfaceChannel } from '#shared/interface-limits.ts'
import { interfaceInputs, interfaceRows, interfaceRowsAnswer, usedOnPage } from '#domains/studio/interface.ts'

const channel = z.enum(InterfaceChannel)
const sourceInput = { source: z.string().min(1).max(40) }
const key = z.string().min(8).max(64)
const visit = { access: 'public', ownAuthorization: true } as const
/** Calls of visitors to the interface behind a share link. */
export const appVisit = {
  document: op('POST /api/app_visit/info', {
    summary: 'Get the interface behind a share link',
    summaryZh: '获取分享链接对应的界面',
    ...visit,
    limit: { by: 'address', max: 120, seconds: 60 },
    input: () => z.object({ key, channel: channel.default(1) }),
    output: () =>
      z.object({
        /** JSON of the document, without the ids behind its sources. */
        document: z.string(),
        name: z.string(),
        /** URLs that serve the components of imported packages, by package name. */
        frames: z.record(z.string(), z.string()),
      }),
  }),
  run: op('POST /api/app_visit/stream', {
    summary: 'Run a source of a published interface; the answer is streamed',
    summaryZh: '运行已发布界面的数据源，流式返回结果',
    ...visit,
    reply: 'stream',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () =>
      z.object({
        key,
        channel: channel.default(1),
        ...sourceInput,
        inputs: interfaceInputs().default({}),
        used: usedOnPage(),
      }),
  }),
  upload: op('POST /api/app_visit/file', {
    summary: 'Upload a file on a published interface that asks for files',
    summaryZh: '在需要文件的已发布界面上传文件',
    ...visit,
    body: 'form',
    bodyLimit: SHARE_LIMITS.fileBytes + 100_000,
    limit: { by: 'address', max: 30, seconds: 60 },
    input: () =>
      z.object({
        key,
        channel: z.coerce.number().pipe(channel).default(1),
        file: z.instanceof(Blob, { message: 'must be a file' }),
      }),
    output: () => z.object({ url: z.string(), name: z.string() }),
  }),
  rows: op('POST /api/app_visit/rows', {
    summary: 'Read or change rows that a published interface shows',
    summaryZh: '读取或修改已发布界面所展示的行',
    ...visit,
    limit: { by: 'address', max: 120, seconds: 60 },
    input: () => z.object({ key, channel: channel.default(1), ...sourceInput, request: interfaceRows() }),
    output: interfaceRowsAnswer,
  }),
}
