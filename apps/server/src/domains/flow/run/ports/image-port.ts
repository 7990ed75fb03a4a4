import { isId, ModelType } from '@orrery/contract'
import type { Call, ImagePort } from '@orrery/engine'
import { type Drawing, drawingSvg, readDrawing } from '@orrery/engine/describe'
import type { Sharp } from 'sharp'
import { sharp } from '#kit/sharp.ts'
import { scopeOfCall } from '#kit/caller-scope.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { providerFetch } from '#kit/models/provider-fetch.ts'
import { baseUrlOf } from '#kit/models/provider-config.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { runErrors } from '../run.errors.ts'
import type { RunContext } from '../run-types.ts'

export interface ImagePortDeps {
  egress: Egress
  models: Pick<ModelService, 'list' | 'defaultId'>
  uploads: Pick<UploadService, 'store' | 'read'>
  links: FileLinks
  publicUrl: string
}
const MAX_PICTURE = 10 * 1024 * 1024
const MAX_PICTURES = 50
const MAX_PIXELS = 4096 * 4096
const MAX_REFERENCES = 16
const REFERENCE_SIDE = 1024
const GENERATE_MS = 180_000
/** Dimensions of a chart: one line per value. */
const outlines = { width: 3, height: 3, kernel: [-1, -1, -1, -1, 8, -1, -1, -1, -1] }
/** Providers that speak of pictures in this way. */
const kinds = new Set(['openai', 'openai-compatible', 'ollama'])

/** Pictures: drawn here from layers, or made by a model of a provider that can. */
export function createImagePort({ egress, models, uploads, links, publicUrl }: ImagePortDeps): ImagePort {
  const base = publicUrl.replace(/\/$/, '')

  async function keep(bytes: Buffer, name: string, call: Call): Promise<string> {
    const { userId, endUser, spaceId } = scopeOfCall(call)
    const { key } = await uploads.store({ userId, endUser, spaceId, scene: 'image', name, bytes })
    return base + links.make(key)
  }
  /** A file of this server is read where it lies, when the link to it is good; everything else through the guarded client. */
  async function bytesAt(url: string, signal: AbortSignal): Promise<Uint8Array> {
    const own = /^(?:https?:\/\/[^/]+)?\/api\/file\/([^?]+)\?/.exec(url)
    if (own && (url.startsWith('/') || url.startsWith(base))) {
      const key = links.keyIn(url)
      const blob = key ? await uploads.read(key) : undefined
      if (!blob) throw runErrors.noPicture({ url: own[1]! })
      return blob.bytes()
    }
    const answer = await egress.fetch(url, { maxBytes: MAX_PICTURE, signal })
    if (!answer.ok) throw runErrors.noPicture({ url })
    return answer.bytes()
  }
  /** Re-encoded as PNG, which removes hidden data. */
  async function pictureAt(url: string, signal: AbortSignal, change = (picture: Sharp) => picture): Promise<Buffer> {
    try {
      const picture = sharp(await bytesAt(url, signal), { limitInputPixels: MAX_PIXELS })
      return await change(picture).png().toBuffer()
    } catch (cause) {
      signal.throwIfAborted()
      throw (cause as { code?: unknown }).code === undefined ? runErrors.noPicture({ url: url.slice(0, 200) }) : cause
    }
  }
  const inlined = async (url: string, signal: AbortSignal): Promise<string> =>
    `data:image/png;base64,${(await pictureAt(url, signal)).toString('base64')}`

  /** Words alone go to the maker of pictures, words with pictures to its editor. */
  async function bodyFor(fields: Record<string, string>, references: readonly string[], signal: AbortSignal) {
    if (!references.length) {
      const body = JSON.stringify({ ...fields, n: 1 })
      return { path: '/images/generations', type: 'application/json', body: Buffer.from(body) }
    }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    for (const [at, url] of references.entries()) {
      const png = await pictureAt(url, signal)
      form.append('image[]', new Blob([new Uint8Array(png)], { type: 'image/png' }), `reference-${at + 1}.png`)
    }
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type')!
    return { path: '/images/edits', type, body: Buffer.from(await encoded.arrayBuffer()) }
  }

  return {
    async draw({ canvas, values }, call) {
      const drawing = readDrawing(canvas)
      const urls = [...new Set(pictureUrls(drawing, values))]
      if (urls.length > MAX_PICTURES) throw runErrors.tooManyPictures({ max: MAX_PICTURES })
      const pictures = new Map<string, string>()
      for (const url of urls) pictures.set(url, await inlined(url, call.signal))
      const svg = drawingSvg(drawing, values, (url) => pictures.get(url) ?? '')
      const png = await sharp(Buffer.from(svg), { limitInputPixels: MAX_PIXELS }).png().toBuffer()
      return { url: await keep(png, 'drawing.png', call), message: 'success' }
    },
    async reference(request, call) {
      const url = pictureIn(request)
      if (!url) throw runErrors.noReference()
      const isLines = /edge|canny|line|sketch|scribble/i.test(String(request.preprocessor ?? request.kind ?? ''))
      const inside = { width: REFERENCE_SIDE, height: REFERENCE_SIDE, fit: 'inside', withoutEnlargement: true } as const
      const small = await pictureAt(url, call.signal, (picture) => picture.resize(inside))
      const png = isLines ? await linesOf(small) : small
      const { inputParameters: _, ...rest } = request
      const kept = await keep(png, 'reference.png', call)
      return { ...rest, url: kept, data: kept, msg: 'success' }
    },
    async generate(request, call) {
      const { spaceId } = call.context as RunContext
      const references = request.references.map(({ url }) => String(url ?? '')).filter(Boolean)
      if (references.length > MAX_REFERENCES) throw runErrors.tooManyPictures({ max: MAX_REFERENCES })
      const known = (await models.list(spaceId)).filter((item) => kinds.has(item.config.kind))
      const wanted = isId(request.model) ? request.model : undefined
      const model =
        known.find((item) => item.id === wanted) ??
        known.find((item) => item.type === ModelType.image) ??
        known.find((item) => /image|dall|flux|diffusion/i.test(item.config.model))
      if (!model) throw runErrors.noImageModel()
      const prompt = request.negativePrompt ? `${request.prompt}\nAvoid: ${request.negativePrompt}` : request.prompt
      const size = `${request.width}x${request.height}`
      const fields = { model: model.config.model, prompt, size, response_format: 'b64_json' }
      const { path, type, body: sent } = await bodyFor(fields, references, call.signal)
      const answer = await providerFetch(egress, model.config)(baseUrlOf(model.config) + path, {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${model.config.apiKey}` },
        body: sent,
        signal: AbortSignal.any([call.signal, AbortSignal.timeout(GENERATE_MS)]),
      })
      const body = (await answer.json().catch(() => undefined)) as
        | { data?: { b64_json?: string; url?: string }[]; error?: { message?: string } }
        | undefined
      const [made] = body?.data ?? []
      if (!answer.ok || !made)
        throw runErrors.imageFailed({ why: (body?.error?.message ?? `status ${answer.status}`).slice(0, 300) })
      const bytes = made.b64_json ? Buffer.from(made.b64_json, 'base64') : await bytesAt(made.url ?? '', call.signal)
      const png = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).png().toBuffer()
      return { url: await keep(png, 'generated.png', call), message: 'success' }
    },
  }
}

/** Dark lines on white ground, where the brightness of a picture changes. */
async function linesOf(png: Buffer): Promise<Buffer> {
  const lines = await sharp(png).flatten({ background: '#ffffff' }).greyscale().convolve(outlines).png().toBuffer()
  return sharp(lines).negate({ alpha: false }).png().toBuffer()
}

/** The picture among the inputs of a reference node, whatever its name: the one called so, else the first address. */
function pictureIn(values: Record<string, unknown>): string {
  const isAddress = (value: unknown): value is string =>
    typeof value === 'string' && /^(https?:\/\/|\/api\/file\/)/.test(value)
  const named = [values.url, values.image, values.reference].find(isAddress)
  return named ?? Object.values(values).find(isAddress) ?? ''
}

function pictureUrls(drawing: Drawing, values: Record<string, unknown>): string[] {
  const bound = new Map(
    drawing.customVariableRefs.map((customVariableRef) => [customVariableRef.objectId, customVariableRef.variableName]),
  )
  return drawing.objects
    .filter((layer) => layer.type === 'image')
    .flatMap((layer) => {
      const name = bound.get(layer.customId)
      const value = name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
      const url = typeof value === 'string' && value ? value : (layer.src ?? '')
      return url ? [url] : []
    })
}
