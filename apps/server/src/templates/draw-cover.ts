import { createHash } from 'node:crypto'
import { sharp } from '#kit/sharp.ts'
import { colour } from '#domains/ground/upload/shared/draw-icon.ts'
import type { Template } from './template-types.ts'

const WIDTH = 640
const HEIGHT = 360
/** A box of the picture: place, size, how bright. */
type Box = [x: number, y: number, width: number, height: number, opacity: number]
const looks: Record<Template['kind'], { boxes: Box[]; lines: [number, number, number, number][] }> = {
  bot: {
    boxes: [
      [80, 70, 300, 56, 0.28],
      [260, 150, 300, 56, 0.9],
      [80, 230, 220, 56, 0.28],
    ],
    lines: [],
  },
  workflow: {
    boxes: [
      [60, 148, 130, 64, 0.9],
      [255, 70, 130, 64, 0.4],
      [255, 226, 130, 64, 0.4],
      [450, 148, 130, 64, 0.9],
    ],
    lines: [
      [190, 180, 255, 102],
      [190, 180, 255, 258],
      [385, 102, 450, 180],
      [385, 258, 450, 180],
    ],
  },
  project: {
    boxes: [
      [60, 60, 150, 240, 0.3],
      [230, 60, 350, 110, 0.9],
      [230, 190, 165, 110, 0.45],
      [415, 190, 165, 110, 0.45],
    ],
    lines: [],
  },
}

/** The picture of a template: what it is of, in a colour of its own. Drawn as SVG, kept as PNG for every browser. */
export function drawCover({ number, kind }: Pick<Template, 'number' | 'kind'>): Promise<Buffer> {
  const seed = createHash('sha256').update(`cover ${number}`).digest()
  const hue = (number * 137) % 360
  const { boxes, lines } = looks[kind]
  const shift = (seed[1]! % 30) - 15
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${colour(hue, 62, 56)}"/><stop offset="1" stop-color="${colour((hue + 48) % 360, 66, 36)}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>
<circle cx="${90 + (seed[2]! % 460)}" cy="${60 + (seed[3]! % 60)}" r="150" fill="#fff" fill-opacity=".08"/>
${lines.map(([x1, y1, x2, y2]) => `<path d="M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}" stroke="#fff" stroke-opacity=".7" stroke-width="3" fill="none"/>`).join('')}
${boxes.map(([x, y, w, h, o]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="14" fill="#fff" fill-opacity="${o}"/><rect x="${x + 18}" y="${y + h / 2 - 5}" width="${Math.max(40, w / 2 + shift)}" height="10" rx="5" fill="${colour(hue, 50, 40)}" fill-opacity=".55"/>`).join('')}
</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}
