import { common, createLowlight } from 'lowlight'

export type CodeColour = 'word' | 'text' | 'value' | 'note' | 'name' | 'added' | 'removed'
export interface CodePiece {
  text: string
  colour?: CodeColour | undefined
}

const lowlight = createLowlight(common)
/** Colouring is slow, so longer texts stay plain. */
const maxColoured = 20_000

const colours: Record<string, CodeColour> = {
  'hljs-keyword': 'word',
  'hljs-built_in': 'word',
  'hljs-selector-tag': 'word',
  'hljs-name': 'word',
  'hljs-meta': 'word',
  'hljs-string': 'text',
  'hljs-regexp': 'text',
  'hljs-link': 'text',
  'hljs-number': 'value',
  'hljs-literal': 'value',
  'hljs-symbol': 'value',
  'hljs-variable': 'value',
  'hljs-comment': 'note',
  'hljs-quote': 'note',
  'hljs-title': 'name',
  'hljs-attr': 'name',
  'hljs-attribute': 'name',
  'hljs-section': 'name',
  'hljs-addition': 'added',
  'hljs-deletion': 'removed',
}

/** Splits code into pieces of one colour each. Code in an unknown language stays plain. */
export function codePieces(code: string, language: string): CodePiece[] {
  const name = language.toLowerCase()
  if (code.length > maxColoured || !lowlight.registered(name)) return [{ text: code }]
  return lowlight.highlight(name, code).children.flatMap((node) => piecesOf(node, undefined))
}

interface CodeNode {
  type: string
  value?: string
  properties?: { className?: unknown }
  children?: readonly CodeNode[]
}
function piecesOf(node: CodeNode, outer: CodeColour | undefined): CodePiece[] {
  if (node.type === 'text') return [{ text: node.value ?? '', colour: outer }]
  const classes = node.properties?.className
  const own = Array.isArray(classes) ? classes.map((item) => colours[String(item)]).find(Boolean) : undefined
  return (node.children ?? []).flatMap((child) => piecesOf(child, own ?? outer))
}
