import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'
import { InterfaceChannel } from '#shared/interface-limits.ts'
import { interfaceInputs, interfaceRows, interfaceRowsAnswer, usedOnPage } from './interface.ts'

const token = () => z.string().min(1).max(1000)
const source = z.string().min(1).max(40)
const byLink = (max: number) => ({ access: 'public', limit: { by: 'address', max, seconds: 60 } }) as const

/** Previews of the draft of an interface on another device. */
export const interfacePreview = {
  link: op('POST /api/ui_builder/v1/preview/link', {
    summary: 'Get a link, also as a QR code, that opens the draft of an interface for 30 minutes',
    summaryZh: '获取界面草稿的预览链接和二维码，30 分钟内有效',
    access: { on: 'project', id: 'project_id', can: 'testRunWorkflow' },
    input: () => z.object({ project_id: id(), channel: z.enum(InterfaceChannel).default(1) }),
    output: () => z.object({ url: z.string(), qr: z.string() }),
  }),
  document: op('POST /api/ui_builder/v1/preview/open', {
    summary: 'Get the draft behind a preview link',
    summaryZh: '获取预览链接对应的界面草稿',
    ...byLink(60),
    input: () => z.object({ token: token() }),
    output: () => z.object({ document: z.string(), frames: z.record(z.string(), z.string()) }),
  }),
  run: op('POST /api/ui_builder/v1/preview/open/run', {
    summary: 'Run a source of the draft behind a preview link; the answer is streamed',
    summaryZh: '运行预览草稿中的数据源，流式返回结果',
    ...byLink(30),
    reply: 'stream',
    input: () => z.object({ token: token(), source, inputs: interfaceInputs().default({}), used: usedOnPage() }),
  }),
  rows: op('POST /api/ui_builder/v1/preview/open/rows', {
    summary: 'Read or change rows of the test data behind a preview link',
    summaryZh: '读取或修改预览草稿的测试数据',
    ...byLink(120),
    input: () => z.object({ token: token(), source, request: interfaceRows() }),
    output: interfaceRowsAnswer,
  }),
}
