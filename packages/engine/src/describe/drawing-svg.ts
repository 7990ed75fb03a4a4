import type { Values } from '#values/own.ts'
import type { Drawing, Layer } from './drawing.ts'

/** The drawing as SVG: the designer shows it, and runs rasterise it. */
export function drawingSvg(
  drawing: Drawing,
  values: Values = {},
  pictures: (url: string) => string = (url) => url,
): string {
  const bound = new Map(
    drawing.customVariableRefs.map((customVariableRef) => [customVariableRef.objectId, customVariableRef.variableName]),
  )
  const body = drawing.objects.map((layer) => {
    const name = bound.get(layer.customId)
    const value = name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
    return layerSvg(layer, value, pictures)
  })
  const { width, height, background } = drawing
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${safe(background)}"/>`,
    ...body,
    '</svg>',
  ].join('')
}

function layerSvg(layer: Layer, value: unknown, pictures: (url: string) => string): string {
  const { left, top, width, height, angle = 0, opacity = 1 } = layer
  const turn = angle ? ` transform="rotate(${angle} ${left + width / 2} ${top + height / 2})"` : ''
  return `<g opacity="${opacity}"${turn}>${shapeSvg(layer, value, pictures)}</g>`
}

function shapeSvg(layer: Layer, value: unknown, pictures: (url: string) => string): string {
  const { left, top, width, height, fill = '#1f1f24', stroke = 'none', strokeWidth = 0, rx = 0 } = layer
  const paint = `fill="${safe(fill)}" stroke="${safe(stroke)}" stroke-width="${Number(strokeWidth) || 0}"`
  const box = `x="${left}" y="${top}" width="${width}" height="${height}"`
  switch (layer.type) {
    case 'rect':
      return `<rect ${box} rx="${Number(rx) || 0}" ${paint}/>`
    case 'circle':
      return `<ellipse cx="${left + width / 2}" cy="${top + height / 2}" rx="${width / 2}" ry="${height / 2}" ${paint}/>`
    case 'line':
      return `<line x1="${left}" y1="${top}" x2="${left + width}" y2="${top + height}" stroke="${safe(stroke === 'none' ? fill : stroke)}" stroke-width="${Number(strokeWidth) || 2}"/>`
    case 'image': {
      const url = pictures(typeof value === 'string' && value ? value : (layer.src ?? ''))
      return url
        ? `<image ${box} href="${safe(url)}" preserveAspectRatio="xMidYMid slice"/>`
        : `<rect ${box} fill="#e5e5e8"/>`
    }
    default:
      return textSvg(layer, value === undefined || value === null ? (layer.text ?? '') : textOf(value))
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function textSvg(layer: Layer, text: string): string {
  const { left, top, width, fill = '#1f1f24', fontSize = 32, fontWeight = 'normal', textAlign = 'left' } = layer
  const size = Number(fontSize) || 32
  const anchor = { left: 'start', center: 'middle', right: 'end' }[textAlign] ?? 'start'
  const x = textAlign === 'center' ? left + width / 2 : textAlign === 'right' ? left + width : left
  const lines = wrapText(text, width / size)
  const spans = lines.map((line, i) => `<tspan x="${x}" y="${top + size * (0.95 + i * 1.3)}">${safe(line)}</tspan>`)
  return `<text font-family="Inter, Noto Sans SC, sans-serif" font-size="${size}" font-weight="${fontWeight === 'bold' ? 700 : 400}" fill="${safe(fill)}" text-anchor="${anchor}" xml:space="preserve">${spans.join('')}</text>`
}

/** Wraps text to a width counted in full-width characters; a Latin letter takes about half of one. */
function wrapText(text: string, room: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const word of paragraph.match(/[ -~]+?(?=\s|$)\s*|[^ -~]|[ -~]+/gu) ?? ['']) {
      const wide = widthOf(word)
      if (used + widthOf(word.trimEnd()) > room && line) {
        lines.push(line.trimEnd())
        line = ''
        used = 0
      }
      line += word
      used += wide
    }
    lines.push(line.trimEnd())
    return lines
  })
}

function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += letter.codePointAt(0)! > 0x2e80 ? 1 : 0.55
  return width
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const safe = (text: string): string => printable(text).replace(/[&<>"']/g, (item) => marks[item]!)

/** Removes control characters, which XML does not allow. */
function printable(text: string): string {
  let out = ''
  for (const letter of text) if (letter >= ' ' || letter === '\n' || letter === '\t') out += letter
  return out
}
