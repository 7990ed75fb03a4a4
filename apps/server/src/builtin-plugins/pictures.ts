import { sharp } from '#kit/sharp.ts'
import {
  type BuiltinPlugin,
  fail,
  listOf,
  isObject,
  number,
  numberItem,
  objectItem,
  optional,
  p,
  stringItem,
  text,
} from './builtin-types.ts'

const MAX_BYTES = 20 * 1024 * 1024
const MAX_PIXELS = 40_000_000
const fileAnswer = [
  p.string('url', 'URL of the image'),
  p.integer('width', 'In pixels'),
  p.integer('height', 'In pixels'),
]
const imageParam = p.string('image_url', 'URL of the image', { assist_type: 2 })
const side = (value: unknown) => {
  const size = Math.round(number(value, 0))
  if (size < 0 || size > 8000) throw fail('width, height: at most 8000')
  return size || undefined
}
const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate()
const readable = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw fail('image_url: this is not a picture that can be read')
  })
const formats = ['png', 'jpeg', 'webp'] as const
const formatOf = (value: unknown) => formats.find((format) => format === text(value).replace('jpg', 'jpeg')) ?? 'png'

export const qrCode: BuiltinPlugin = {
  number: 8,
  name: { en: 'QR code', zh: '二维码' },
  description: { en: 'Generate QR codes', zh: '生成二维码' },
  icon: 'qr',
  tools: [
    {
      name: 'make_qr_code',
      description: { en: 'Generate a QR code from a text or URL', zh: '将文本或网址生成二维码' },
      request: [p.string('text', 'Content'), p.integer('size', 'Pixels, 64 to 2000', { global_default: '400' })],
      response: fileAnswer,
      example: { request: { text: 'https://example.test', size: 200 } },
      async run({ text: given, size }, env, context) {
        const width = Math.max(64, Math.min(2000, Math.round(number(size, 400))))
        const { toBuffer } = await import('qrcode')
        const bytes = await toBuffer(text(given), { width, margin: 2 }).catch(() => {
          throw fail('text: is too long for a QR code')
        })
        return { url: await env.store(bytes, 'qr-code.png', context), width, height: width }
      },
    },
  ],
}

export const imageTools: BuiltinPlugin = {
  number: 9,
  name: { en: 'Image editing', zh: '图片处理' },
  description: { en: 'Resize, crop, rotate and convert images', zh: '图片缩放、裁剪、旋转与格式转换' },
  icon: 'image',
  tools: [
    {
      name: 'image_info',
      description: { en: 'Get format, size and colours of an image', zh: '获取图片格式、尺寸等信息' },
      request: [imageParam],
      response: [
        p.string('format', 'png, jpeg …'),
        p.integer('width', 'In pixels'),
        p.integer('height', 'In pixels'),
        p.integer('bytes', 'Size of the file'),
        p.bool('has_alpha', 'Whether it is transparent in parts'),
      ],
      example: { request: { image_url: 'https://example.test/photo.png' } },
      async run({ image_url }, env, context) {
        const { bytes } = await env.load(text(image_url), MAX_BYTES, context)
        const info = await readable(sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata())
        return {
          format: info.format,
          width: info.width,
          height: info.height,
          bytes: bytes.length,
          has_alpha: info.hasAlpha,
        }
      },
    },
    {
      name: 'edit_image',
      description: {
        en: 'Crop, rotate, resize, greyscale or blur an image, in this order',
        zh: '依次裁剪、旋转、缩放、灰度或模糊图片',
      },
      request: [
        imageParam,
        p.integer('width', 'New width', optional),
        p.integer('height', 'New height', optional),
        p.integer('rotate', 'Degrees clockwise', optional),
        p.bool('grayscale', 'In greyscale', optional),
        p.number('blur', '0.3 to 50', optional),
        p.object(
          'crop',
          'The part to keep, in pixels',
          [
            p.integer('left', 'From the left'),
            p.integer('top', 'From the top'),
            p.integer('width', 'Width'),
            p.integer('height', 'Height'),
          ],
          optional,
        ),
        p.string('format', 'png, jpeg or webp', { global_default: 'png' }),
      ],
      response: fileAnswer,
      example: { request: { image_url: 'https://example.test/photo.png', width: 320, format: 'webp' } },
      async run(args, env, context) {
        const { bytes } = await env.load(text(args.image_url), MAX_BYTES, context)
        let picture = open(bytes)
        if (isObject(args.crop)) {
          const { left, top, width, height } = args.crop
          picture = sharp(await readable(picture.toBuffer()), { limitInputPixels: MAX_PIXELS }).extract({
            left: Math.max(0, number(left, 0)),
            top: Math.max(0, number(top, 0)),
            width: Math.max(1, number(width, 1)),
            height: Math.max(1, number(height, 1)),
          })
        }
        if (args.rotate) picture = sharp(await readable(picture.toBuffer())).rotate(number(args.rotate, 0))
        const [width, height] = [side(args.width), side(args.height)]
        if (width || height) picture = picture.resize(width, height, { fit: width && height ? 'fill' : 'inside' })
        if (args.grayscale === true) picture = picture.grayscale()
        if (args.blur) picture = picture.blur(Math.max(0.3, Math.min(50, number(args.blur, 1))))
        const format = formatOf(args.format)
        const made = await readable(picture.toFormat(format).toBuffer({ resolveWithObject: true }))
        return {
          url: await env.store(made.data, `picture.${format === 'jpeg' ? 'jpg' : format}`, context),
          width: made.info.width,
          height: made.info.height,
        }
      },
    },
  ],
}

export const charts: BuiltinPlugin = {
  number: 10,
  name: { en: 'Charts', zh: '图表' },
  description: { en: 'Draw charts from data', zh: '根据数据绘制图表' },
  icon: 'chart',
  tools: [
    {
      name: 'draw_chart',
      description: {
        en: 'Draw a bar, line, area, pie or scatter chart as an image',
        zh: '绘制柱状图、折线图、面积图、饼图或散点图',
      },
      request: [
        p.string('type', 'bar, line, area, pie or scatter', { global_default: 'bar' }),
        p.string('title', 'The title', optional),
        p.list('labels', 'Labels of the axis or the slices', stringItem),
        p.list(
          'series',
          'The data series',
          objectItem([p.string('name', 'Name'), p.list('values', 'One number per label', numberItem)]),
        ),
        p.integer('width', 'Pixels', { global_default: '800' }),
        p.integer('height', 'Pixels', { global_default: '500' }),
      ],
      response: fileAnswer,
      example: {
        request: { type: 'bar', title: 'Sales', labels: ['Q1', 'Q2'], series: [{ name: '2026', values: [3, 5] }] },
      },
      async run(args, env, context) {
        const labels = listOf(args.labels).slice(0, 1000).map(text)
        const series = listOf(args.series)
          .filter(isObject)
          .slice(0, 20)
          .map((item) => ({
            name: text(item.name),
            values: listOf(item.values)
              .slice(0, 1000)
              .map((value) => number(value, 0)),
          }))
        if (!labels.length || !series.length) throw fail('labels, series: must not be empty')
        const [width, height] = [
          Math.max(200, Math.min(2000, number(args.width, 800))),
          Math.max(150, Math.min(2000, number(args.height, 500))),
        ]
        const chart = { type: text(args.type), title: text(args.title), labels, series, width, height }
        const bytes = Buffer.from(await env.work<Uint8Array>('chart', chart))
        return { url: await env.store(bytes, 'chart.png', context), width, height }
      },
    },
  ],
}
