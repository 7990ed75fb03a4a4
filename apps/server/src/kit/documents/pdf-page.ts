import { createIsomorphicCanvasFactory } from 'unpdf'
import { ParseFailure } from './document-errors.ts'
import { openPdf } from './pdf.ts'
import { paragraphsOf, type PlacedText, type Run } from './text-places.ts'

export type { PlacedText }
export interface PageLook {
  pages: number
  png: Uint8Array
  blocks: PlacedText[]
}
/** Wide enough to read on a large screen. */
const WIDTH = 1100
const MAX_HEIGHT = 3000
const FONTS = '"Noto Sans CJK SC", "Noto Sans", "DejaVu Sans", sans-serif'
const SMALLEST = 6

/** Loaded when the first page is drawn: it is a large library. */
const loadCanvas = () => import('@napi-rs/canvas')

/** A page as an image, with its paragraphs and their positions. */
export async function pageLook(bytes: Uint8Array, number: number): Promise<PageLook> {
  const CanvasFactory = await createIsomorphicCanvasFactory(loadCanvas)
  const pdf = await openPdf(bytes, { CanvasFactory })
  if (number < 1 || number > pdf.numPages) throw new ParseFailure('corrupt', { detail: `page ${number}` })
  const page = await pdf.getPage(number)
  const whole = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: Math.min(WIDTH / whole.width, MAX_HEIGHT / whole.height) })
  const { createCanvas } = await loadCanvas()
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const context = canvas.getContext('2d')
  await page.render({ canvas, canvasContext: context, viewport } as never).promise
  const { items } = await page.getTextContent()
  const runs = items.flatMap((item): Run[] => {
    if (!('str' in item)) return []
    const [x, y] = whole.convertToViewportPoint(Number(item.transform[4]), Number(item.transform[5]))
    const size = Math.hypot(Number(item.transform[2]), Number(item.transform[3])) || item.height || 10
    return [{ x: Number(x), y: Number(y), width: item.width, size, text: item.str }]
  })
  return {
    pages: pdf.numPages,
    png: new Uint8Array(await canvas.encode('png')),
    blocks: paragraphsOf(runs, { width: whole.width, height: whole.height }),
  }
}

/** Covers the texts of a page with others; each is sized to fit the place of the original. */
export async function relabelled(png: Uint8Array, texts: readonly PlacedText[]): Promise<Uint8Array> {
  const { createCanvas, loadImage } = await loadCanvas()
  const image = await loadImage(Buffer.from(png))
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  context.textBaseline = 'top'
  for (const { x, y, width, height, text } of texts) {
    const [left, top] = [x * image.width, y * image.height]
    const box = {
      width: Math.min(Math.max(width * image.width, 20), image.width - left),
      height: height * image.height,
    }
    context.fillStyle = '#ffffff'
    context.fillRect(left - 2, top - 1, box.width + 4, box.height + 2)
    context.fillStyle = '#111111'
    const measure = (line: string) => context.measureText(line).width
    let size = Math.min(32, Math.max(SMALLEST, box.height))
    let lines: string[] = []
    for (; size >= SMALLEST; size -= 1) {
      context.font = `${size}px ${FONTS}`
      lines = wrapped(text, box.width, measure)
      if (lines.length * size * 1.25 <= box.height + size * 0.25) break
    }
    const drawn = Math.max(size, SMALLEST)
    for (const [at, line] of lines.entries()) context.fillText(line, left, top + at * drawn * 1.25)
  }
  return new Uint8Array(await canvas.encode('png'))
}

/** Wraps text to a width: between words, or between any two Chinese characters. */
function wrapped(text: string, width: number, measure: (line: string) => number): string[] {
  const parts = text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? []
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line && measure(line + part.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  if (line.trim()) lines.push(line.trimEnd())
  return lines
}
