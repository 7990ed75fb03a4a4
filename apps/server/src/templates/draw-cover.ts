import { createOnce } from '#kit/once.ts'
import { sharp } from '#kit/sharp.ts'
import { type Glyph, glyphs } from '#domains/ground/upload/shared/glyphs.ts'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'
import { partIdOf, type Template } from './template-types.ts'

const WIDTH = 640
const HEIGHT = 256
const MARGIN = 36
/** Colours that are visible on a light and a dark background: the page provides the background. */
const line = '#8c8c96'
const accents: Record<Template['kind'], string> = { bot: '#6467e8', workflow: '#9158e5', project: '#1690ad' }

interface Place {
  x: number
  y: number
  width: number
  height: number
}
const box = ({ x, y, width, height }: Place, accent = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(7, width / 3)}" fill="${accent || line}" fill-opacity="${accent ? 0.9 : 0.12}" stroke="${accent || line}" stroke-opacity="${accent ? 0 : 0.7}"/>`
const words = (x: number, y: number, width: number, colour = line) =>
  `<rect x="${x}" y="${y}" width="${width}" height="6" rx="3" fill="${colour}" fill-opacity=".75"/>`
/** The icon of the template. */
const sign = (glyph: Glyph, x: number, y: number, accent: string) =>
  `<rect x="${x}" y="${y}" width="34" height="34" rx="9" fill="${accent}" fill-opacity=".16"/><g transform="translate(${x + 8} ${y + 8}) scale(.75)" fill="none" stroke="${accent}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${glyphs[glyph]}</g>`
const edge = (x1: number, y1: number, x2: number, y2: number) =>
  `<path d="M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}" stroke="${line}" stroke-width="2" fill="none"/>`

interface Canvas {
  nodes: { id: string; meta?: { position?: { x: number; y: number } } }[]
  edges: { sourceNodeID: string; targetNodeID: string }[]
}

/** The canvas in small: nodes at their positions, with edges between them. */
function canvasIn(schema: string, area: Place, accent: string): string {
  const { nodes, edges } = JSON.parse(schema) as Canvas
  const at = nodes.map(({ id, meta }) => ({ id, x: meta?.position?.x ?? 0, y: meta?.position?.y ?? 0 }))
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [spanX, spanY] = [Math.max(1, Math.max(...xs) - left), Math.max(1, Math.max(...ys) - top)]
  const columns = new Set(xs.map((x) => Math.round((4 * (x - left)) / spanX))).size
  const width = Math.min(104, (area.width / Math.max(2, columns)) * 0.62)
  const height = Math.min(52, area.height / 3)
  const places = new Map(
    at.map(({ id, x, y }) => [
      id,
      {
        x: area.x + ((x - left) / spanX) * (area.width - width),
        y: area.y + (spanY < 40 ? (area.height - height) / 2 : ((y - top) / spanY) * (area.height - height)),
        width,
        height,
      },
    ]),
  )
  const lines = edges.flatMap(({ sourceNodeID, targetNodeID }) => {
    const [from, to] = [places.get(sourceNodeID), places.get(targetNodeID)]
    return from && to ? edge(from.x + width, from.y + height / 2, to.x, to.y + height / 2) : []
  })
  const cards = [...places.values()].map(
    (place) =>
      box(place) +
      box({ ...place, width: 5 }, accent) +
      words(place.x + 14, place.y + height / 2 - 10, width * 0.55) +
      words(place.x + 14, place.y + height / 2 + 4, width * 0.35),
  )
  return [...lines, ...cards].join('')
}

/** A chat whose first message is as long as the template's sample. */
function chat(said: string, glyph: Glyph, accent: string): string {
  const asked = Math.min(300, 120 + said.length * 4)
  const right = WIDTH - MARGIN - 60
  return [
    sign(glyph, MARGIN + 14, 39, accent),
    box({ x: MARGIN + 60, y: 34, width: 250, height: 44 }),
    words(MARGIN + 78, 53, 180),
    box({ x: right - asked, y: 92, width: asked, height: 44 }, accent),
    words(right - asked + 18, 111, asked - 60, '#fff'),
    box({ x: MARGIN + 60, y: 150, width: 330, height: 74 }),
    words(MARGIN + 78, 168, 260),
    words(MARGIN + 78, 184, 220),
    words(MARGIN + 78, 200, 130),
  ].join('')
}

const schemaOf = (items: readonly BundleItem[]): string =>
  String((items.find((item) => item.kind === 'workflow')?.content as { schema?: string } | undefined)?.schema ?? '')

/** The parts as a list, and the first workflow beside it. */
function project(items: readonly BundleItem[], accent: string): string {
  const parts = items.filter((item) => item.kind !== 'project').slice(0, 5)
  const rows = parts.map(
    (_, at) =>
      box({ x: MARGIN + 14, y: 48 + at * 34, width: 16, height: 16 }, at === 0 ? accent : line) +
      words(MARGIN + 40, 53 + at * 34, 70 - (at % 3) * 14),
  )
  const area = { x: MARGIN + 178, y: 78, width: WIDTH - 2 * MARGIN - 200, height: 140 }
  return (
    box({ x: MARGIN, y: 30, width: 140, height: HEIGHT - 60 }) + rows.join('') + canvasIn(schemaOf(items), area, accent)
  )
}

/** Pictures drawn in this process: they are the same in every app. */
const drawn = createOnce<number, Buffer>()

/** The picture of a template: a small preview of its content. Drawn as SVG, stored as PNG for every browser. */
export const coverOf = (template: Template): Promise<Buffer> => drawn(template.number, () => draw(template))

function draw(template: Template): Promise<Buffer> {
  const accent = accents[template.kind]
  const items = template.build('en', partIdOf(template))
  const shapes =
    template.kind === 'bot'
      ? chat('say' in template.sample ? template.sample.say.en : '', template.glyph, accent)
      : template.kind === 'workflow'
        ? sign(template.glyph, MARGIN, 20, accent) +
          canvasIn(schemaOf(items), { x: MARGIN, y: 76, width: WIDTH - 2 * MARGIN, height: 140 }, accent)
        : sign(template.glyph, MARGIN + 178, 30, accent) + project(items, accent)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${shapes}</svg>`
  return sharp(Buffer.from(svg), { density: 144 }).png({ compressionLevel: 9 }).toBuffer()
}
