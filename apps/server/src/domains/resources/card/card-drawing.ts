import { CardChannel, type CardDesign } from '@orrery/contract'
import { type CardFormat, cardSvg, drawCard, previewCard, sampleData } from '@orrery/engine/card'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { sharp } from '#kit/sharp.ts'
import { fontsFor } from './card-fonts.ts'
import { cardErrors } from './card.errors.ts'

const MAX_PICTURES = 6
const formats = new Map<number, CardFormat>(
  Object.entries(CardChannel).flatMap(([name, number]) =>
    name === 'default' ? [] : [[number, name as CardFormat] as const],
  ),
)
/** Loaded when the first card is drawn: it is a large library. */
const loadResvg = () => import('@resvg/resvg-js')
let hasCjkFont: Promise<boolean> | undefined
async function knowsCjk(): Promise<boolean> {
  const { Resvg } = await loadResvg()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16" font-size="16">中</text></svg>'
  // Without a font, nothing is drawn and all pixels are empty.
  return new Resvg(svg, { font: { loadSystemFonts: true } }).render().pixels.some((value) => value > 0)
}
/** Renders the drawing as PNG at twice its size. Encoding with sharp takes a quarter of the time of resvg. */
export async function pictureOf(svg: string, needsCjk: boolean): Promise<Buffer> {
  const { Resvg } = await loadResvg()
  const font = fontsFor(svg, needsCjk)
  const { pixels, width, height } = new Resvg(svg, { font, fitTo: { mode: 'zoom', value: 2 } }).render()
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer()
}
/** The design as a channel shows it: without the elements that the channel leaves out. */
function shownIn(design: CardDesign, channel: number): CardDesign {
  const format = formats.get(channel)
  if (!format) return design
  const dropped = new Set(
    previewCard(format, design)
      .lost.filter(({ kind }) => kind === 'dropped')
      .map(({ id }) => id),
  )
  return { ...design, elements: design.elements.filter(({ id }) => !dropped.has(id)) }
}

/** Draws cards with their samples. Images are read only from our own files; nothing is fetched. */
export function createCardDrawing({ blobs, links }: { blobs: Blobs; links: FileLinks }) {
  async function picturesOf(svgSources: readonly string[]): Promise<Record<string, string>> {
    const found: Record<string, string> = {}
    for (const src of svgSources.slice(0, MAX_PICTURES)) {
      const key = links.keyIn(src)
      const blob = key && (await blobs.get(key).catch(() => undefined))
      if (!blob) continue
      const png = await sharp(await blob.bytes())
        .resize({ width: 656, height: 320, fit: 'cover' })
        .png()
        .toBuffer()
        .catch(() => undefined)
      if (png) found[src] = `data:image/png;base64,${png.toString('base64')}`
    }
    return found
  }
  return {
    /** Undefined if there is nothing to show. */
    async draw(design: CardDesign, channel: number): Promise<Buffer | undefined> {
      const shown = shownIn(design, channel)
      const drawn = drawCard(shown, sampleData(shown))
      if (drawn.length === 0) return undefined
      const sources = JSON.stringify(drawn).match(/[^"\\]*\/api\/file\/[^"\\]+/g) ?? []
      const { svg, needsCjk } = cardSvg(drawn, await picturesOf(sources))
      if (needsCjk && !(await (hasCjkFont ??= knowsCjk()))) throw cardErrors.noFont()
      return pictureOf(svg, needsCjk)
    },
  }
}
export type CardDrawing = ReturnType<typeof createCardDrawing>
