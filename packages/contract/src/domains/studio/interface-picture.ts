import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'
import { InterfaceChannel } from '#shared/interface-limits.ts'

const channel = () => z.enum(InterfaceChannel).default(1)
const side = () => z.number().min(1).max(4096)
const offset = () => z.number().min(0).max(20_000).default(0)
const area = () =>
  z.object({ x: offset(), y: offset(), width: side(), height: side(), scale: z.number().min(0.1).max(3).default(1) })
const option = () =>
  z.object({
    /** 0 an area of the page, 1 one element. */
    mode: z.literal([0, 1]).default(0),
    viewport: area().partial().optional(),
    /** The element: `#id-of-a-component`, or another CSS selector. */
    selector: z.string().max(300).default(''),
    format: z.enum(['png', 'jpeg', 'webp']).default('png'),
    quality: z.int().min(1).max(100).optional(),
    max_width: side().optional(),
    max_height: side().optional(),
  })
const device = () =>
  z.object({
    width: z.int().min(200).max(4096),
    height: z.int().min(200).max(4096),
    scale_factor: z.number().min(0.5).max(3).default(1),
    mobile: z.boolean().default(false),
  })
const screenshotInput = () => ({
  channel: channel(),
  /** JSON: `{"page": id of a page}`; defaults to the page that opens first. */
  ext_json: z.string().max(2000).default(''),
  screenshot_option: option().optional(),
  device: device().optional(),
  connector_id: z.string().max(40).default(''),
  /** A CSS selector of an element to wait for, at most 10 seconds. */
  wait_element: z.string().max(300).default(''),
})
const version = () => z.string().max(100)
const screenshotOutput = () => z.object({ url: z.string() })
const limit = { by: 'user', max: 30, seconds: 60 } as const

/** Screenshots of the pages of an interface, taken by a browser on this machine. */
export const interfacePicture = {
  published: op('POST /api/ui_builder/v1/publish/snapshot', {
    summary: 'Take an image of a published version of an interface, and keep it',
    summaryZh: '为界面的已发布版本截图并保存',
    access: { on: 'project', id: 'project_id', can: 'view' },
    limit,
    input: () => z.object({ project_id: id(), version_code: version().min(1), ...screenshotInput() }),
    output: screenshotOutput,
  }),
  any: op('POST /api/ui_builder/v1/snapshot', {
    summary: 'Take an image of an interface: of a published version, or of the draft',
    summaryZh: '为界面截图：已发布版本或草稿',
    access: { on: 'project', id: 'project_id', can: 'view' },
    limit,
    input: () => z.object({ project_id: id(), version_code: version().default(''), ...screenshotInput() }),
    output: screenshotOutput,
  }),
  keep: op('POST /api/ui_builder/v1/publish/snapshot/keep', {
    summary: 'Keep an image that the publisher’s browser made of what is served, where the server has no browser',
    summaryZh: '在服务器没有浏览器时，保存由发布者浏览器生成的界面图片',
    access: { on: 'project', id: 'project_id', can: 'publish' },
    limit,
    body: 'form',
    bodyLimit: 3 * 1024 * 1024,
    input: () => z.object({ project_id: id(), data: z.instanceof(Blob, { message: 'must be a file' }).optional() }),
    output: () => z.object({ is_wanted: z.boolean() }),
  }),
  kept: op('POST /api/ui_builder/v1/snapshot/get', {
    summary: 'Get the image that was kept of a published version',
    summaryZh: '获取已发布版本保存的截图',
    access: { on: 'project', id: 'project_id', can: 'view' },
    input: () => z.object({ project_id: id(), version_code: version().min(1), channel: channel() }),
    output: () => z.object({ snapshot: z.string() }),
  }),
  served: op('POST /v1/apps/{app_id}/ui_builder_snapshots', {
    summary: 'Take an image of the interface that a channel serves',
    summaryZh: '为渠道当前提供的界面截图',
    access: { on: 'project', id: 'app_id', can: 'view' },
    scope: 'App.view',
    limit,
    input: () => z.object({ app_id: id(), ...screenshotInput() }),
    output: screenshotOutput,
  }),
}
