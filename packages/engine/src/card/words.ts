import type { Drawn } from './draw.ts'

const MAX_TEXT = 4000

/** A card as plain text, for models and for clients that draw no cards: one line for each statement. */
export function cardWords(elements: readonly Drawn[]): string {
  return linesOf(elements).join('\n').slice(0, MAX_TEXT)
}

const pair = (label: string, value: string | number) => (label ? `${label}: ${value}` : String(value))

function linesOf(elements: readonly Drawn[]): string[] {
  return elements.flatMap((element): string[] => {
    switch (element.type) {
      case 'header':
        return [element.title, element.subtitle].filter(Boolean)
      case 'text':
      case 'markdown':
      case 'footer':
      case 'tag':
        return [element.text]
      case 'picture':
        return [pair(element.alt, element.src)]
      case 'facts':
        return element.rows.map((row) => pair(row.label, row.value))
      case 'table':
        return [element.columns.join(' | '), ...element.rows.map((row) => row.join(' | '))]
      case 'chart':
        return element.points.map((point) => pair(point.label, point.value))
      case 'progress':
        return [pair(element.label, `${element.value} / ${element.max}`)]
      case 'buttons':
        return element.buttons.flatMap(({ label, url }) => (url && /^https?:\/\//i.test(url) ? [pair(label, url)] : []))
      case 'columns':
        return element.columns.flatMap(linesOf)
      case 'list':
      case 'slides':
        return element.items.map((item) => `- ${linesOf(item).join(' · ')}`)
      default:
        return []
    }
  })
}
