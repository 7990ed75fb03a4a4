import type { Drawn, DrawnButton } from './draw.ts'

/** A card as an image: text and boxes from top to bottom. A missing picture is a grey box with its description. */
export interface CardPicture {
  svg: string
  width: number
  height: number
  /** The text needs a Chinese, Japanese or Korean font. */
  needsCjk: boolean
}
const PADDING = 16
const MAX_HEIGHT = 1600
const tones = { normal: '#1d1d1f', muted: '#6b6b73', good: '#1a7f37', warn: '#9a6700', bad: '#cf222e' } as const
const LINE = '#e4e4e7'
const BRAND = '#5252d8'
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/

/** Characters that XML cannot contain: control characters and lone surrogates. */
const unwritable = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escape = (text: string): string =>
  text
    .replaceAll(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
const widthOf = (char: string, size: number) => (wide.test(char) ? size : size * 0.56)

function wrap(text: string, size: number, width: number, maxLines: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    let used = 0
    for (const word of paragraph.match(/\s+|[\u2E80-\uFFEF]|[^\s\u2E80-\uFFEF]+/g) ?? ['']) {
      for (const piece of word.length * size * 0.56 > width ? word : [word]) {
        const needed = [...piece].reduce((sum, char) => sum + widthOf(char, size), 0)
        if (used + needed > width && line) {
          lines.push(line.trimEnd())
          line = ''
          used = 0
        }
        line += piece
        used += needed
        if (lines.length >= maxLines) return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`]
      }
    }
    lines.push(line)
  }
  return lines.slice(0, maxLines)
}
const plain = (markdown: string) => markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`#>]+/g, '')

export function cardSvg(
  elements: readonly Drawn[],
  pictures: Readonly<Record<string, string>> = {},
  width = 360,
): CardPicture {
  const parts: string[] = []
  let needsCjk = false
  let y = PADDING
  interface Look {
    size?: number
    color?: string
    bold?: boolean
    maxLines?: number
  }
  function write(
    text: string,
    x: number,
    room: number,
    { size = 14, color = tones.normal, bold, maxLines = 12 }: Look = {},
  ) {
    if (wide.test(text)) needsCjk = true
    for (const line of wrap(text, size, room, maxLines)) {
      y += size * 1.4
      parts.push(
        `<text x="${x}" y="${y - size * 0.35}" font-size="${size}" fill="${color}"${bold ? ' font-weight="600"' : ''}>${escape(line)}</text>`,
      )
    }
  }
  const box = (x: number, top: number, w: number, h: number, fill: string, more = '') =>
    parts.push(`<rect x="${x}" y="${top}" width="${Math.max(0, w)}" height="${h}" rx="6" fill="${fill}" ${more}/>`)
  function buttons(list: readonly DrawnButton[], x: number, room: number) {
    let at = x
    y += 4
    for (const { label, look } of list) {
      const w = Math.min(
        room,
        [...label].reduce((sum, char) => sum + widthOf(char, 13), 24),
      )
      if (at + w > x + room && at > x) {
        at = x
        y += 36
      }
      if (wide.test(label)) needsCjk = true
      const isMain = look === 'main'
      box(at, y, w, 30, isMain ? BRAND : '#ffffff', `stroke="${isMain ? BRAND : LINE}"`)
      const color = isMain ? '#ffffff' : look === 'danger' ? tones.bad : tones.normal
      parts.push(`<text x="${at + 12}" y="${y + 20}" font-size="13" fill="${color}">${escape(label)}</text>`)
      at += w + 8
    }
    y += 30
  }
  function draw(list: readonly Drawn[], x: number, room: number) {
    for (const element of list) {
      if (y > MAX_HEIGHT) return
      drawOne(element, x, room)
      y += 8
    }
  }
  function drawOne(element: Drawn, x: number, room: number) {
    switch (element.type) {
      case 'header':
        write(element.title, x, room, { size: 17, bold: true, maxLines: 3 })
        if (element.subtitle) write(element.subtitle, x, room, { color: tones.muted, maxLines: 3 })
        return
      case 'text':
        return write(element.text, x, room, { color: tones[element.tone] })
      case 'tag':
        return write(element.text, x, room, { size: 12, color: tones[element.tone], bold: true, maxLines: 1 })
      case 'markdown':
        return write(plain(element.text), x, room)
      case 'footer':
        return write(element.text, x, room, { size: 12, color: tones.muted })
      case 'picture': {
        const found = pictures[element.src]
        if (found)
          parts.push(
            `<image x="${x}" y="${y}" width="${room}" height="160" preserveAspectRatio="xMidYMid slice" href="${escape(found)}"/>`,
          )
        else box(x, y, room, 160, '#f0f0f3')
        y += 160
        if (!found && element.alt) write(element.alt, x, room, { size: 12, color: tones.muted, maxLines: 2 })
        return
      }
      case 'facts':
        for (const { label, value } of element.rows) {
          const top = y
          write(label, x, room * 0.35, { color: tones.muted, maxLines: 2 })
          const low = y
          y = top
          write(value, x + room * 0.4, room * 0.6, { maxLines: 3 })
          y = Math.max(y, low)
        }
        return
      case 'table': {
        const column = room / Math.max(1, element.columns.length)
        for (const [index, row] of [element.columns, ...element.rows.slice(0, 8)].entries()) {
          const top = y
          for (const [place, cell] of row.entries()) {
            y = top
            write(cell, x + place * column, column - 6, { size: 12, bold: index === 0, maxLines: 1 })
          }
          y = top + 20
        }
        return
      }
      case 'chart': {
        const most = Math.max(1, ...element.points.map(({ value }) => Math.abs(value)))
        for (const { label, value } of element.points.slice(0, 10)) {
          const top = y
          write(label, x, room * 0.3, { size: 12, maxLines: 1 })
          box(x + room * 0.32, top + 3, (room * 0.66 * Math.abs(value)) / most, 12, BRAND)
        }
        return
      }
      case 'divider':
        box(x, y, room, 1, LINE)
        y += 1
        return
      case 'progress':
        if (element.label) write(element.label, x, room, { size: 12, maxLines: 1 })
        box(x, y + 2, room, 8, LINE)
        box(x, y + 2, room * Math.min(1, Math.max(0, element.value / element.max)), 8, BRAND)
        y += 12
        return
      case 'buttons':
        return buttons(element.buttons, x, room)
      case 'columns': {
        const top = y
        const column = room / Math.max(1, element.columns.length)
        let low = y
        for (const [index, list] of element.columns.entries()) {
          y = top
          draw(list, x + index * column, column - 8)
          low = Math.max(low, y)
        }
        y = low
        return
      }
      case 'list':
      case 'slides':
        for (const list of element.items.slice(0, element.type === 'slides' ? 1 : 6)) {
          draw(list, x + 8, room - 16)
          box(x, y, room, 1, LINE)
          y += 4
        }
        return
      default:
        write(element.label, x, room, { size: 12, color: tones.muted, maxLines: 1 })
        box(x, y + 2, room, 32, '#ffffff', `stroke="${LINE}"`)
        y += 36
    }
  }
  draw(elements, PADDING, width - PADDING * 2)
  const height = Math.min(MAX_HEIGHT, Math.ceil(y + PADDING))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif"><rect width="${width}" height="${height}" fill="#ffffff"/>${parts.join('')}</svg>`
  return { svg, width, height, needsCjk }
}
