import { type Expression, parseExpression } from './jinja-expression.ts'
import { TemplateError } from './template-error.ts'

export type Node =
  | { type: 'text'; text: string }
  | { type: 'print'; value: Expression; line: number }
  | { type: 'set'; name: string; value: Expression; line: number }
  | { type: 'if'; branches: { when: Expression; body: Node[] }[]; otherwise: Node[]; line: number }
  | { type: 'for'; names: string[]; over: Expression; body: Node[]; otherwise: Node[]; line: number }

/** A tag with its whitespace control, or a comment. */
const tag = /\{\{(-?)([\s\S]*?)(-?)\}\}|\{%(-?)([\s\S]*?)(-?)%\}|\{#(-?)[\s\S]*?(-?)#\}/g
interface Piece {
  type: 'text' | 'print' | 'statement'
  text: string
  line: number
}

function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = []
  let [from, line, trims] = [0, 1, false]
  const addText = (text: string, trimsEnd: boolean) => {
    const start = trims ? text.trimStart() : text
    const shown = trimsEnd ? start.trimEnd() : start
    if (shown) pieces.push({ type: 'text', text: shown, line })
    line += text.split('\n').length - 1
  }
  for (const match of source.matchAll(tag)) {
    const [whole, a, print, b, c, statement, d, e, f] = match
    addText(source.slice(from, match.index), (a ?? c ?? e) === '-')
    if (print !== undefined) pieces.push({ type: 'print', text: print, line })
    else if (statement !== undefined) pieces.push({ type: 'statement', text: statement.trim(), line })
    line += whole.split('\n').length - 1
    trims = (b ?? d ?? f) === '-'
    from = match.index + whole.length
  }
  const rest = source.slice(from)
  const open = /\{\{|\{%|\{#/.exec(rest)
  if (open) {
    const at = line + rest.slice(0, open.index).split('\n').length - 1
    throw new TemplateError(at, `“${open[0]}” is not closed`, `「${open[0]}」没有结束标记`)
  }
  addText(rest, false)
  return pieces
}

const word = /^[a-z]+/

/** Parses a Jinja template with if, for and set. Tags that read other files or define code are refused. */
export function parseJinja(source: string): Node[] {
  const pieces = piecesOf(source)
  let at = 0
  function body(ends: readonly string[], opened?: Piece): Node[] {
    const nodes: Node[] = []
    for (; at < pieces.length; at += 1) {
      const piece = pieces[at]!
      if (piece.type === 'text') nodes.push({ type: 'text', text: piece.text })
      else if (piece.type === 'print')
        nodes.push({ type: 'print', value: parseExpression(piece.text, piece.line), line: piece.line })
      else if (ends.includes(word.exec(piece.text)?.[0] ?? '')) return nodes
      else nodes.push(statement(piece))
    }
    if (opened)
      throw new TemplateError(opened.line, `“${opened.text}” has no end`, `「${opened.text}」没有对应的结束语句`)
    return nodes
  }
  function statement(piece: Piece): Node {
    const { text, line } = piece
    const keyword = word.exec(text)?.[0] ?? ''
    const rest = text.slice(keyword.length)
    if (keyword === 'set') {
      const [, name, value] = /^\s*([A-Za-z]\w*)\s*=([\s\S]+)$/.exec(rest) ?? []
      if (name === undefined) throw new TemplateError(line, 'set needs a name and a value', 'set 需要名称和值')
      return { type: 'set', name, value: parseExpression(value!, line), line }
    }
    if (keyword === 'if') return condition(piece, rest)
    if (keyword === 'for') return loop(piece, rest)
    throw new TemplateError(
      line,
      `“${keyword || text}” cannot be used here. Use if, for and set`,
      `不支持「${keyword || text}」，可以使用 if、for 和 set`,
    )
  }
  function inner(ends: readonly string[], opened: Piece): Node[] {
    at += 1
    return body(ends, opened)
  }
  function condition(piece: Piece, first: string): Node {
    const branches: { when: Expression; body: Node[] }[] = []
    let [text, line] = [first, piece.line]
    for (;;) {
      branches.push({ when: parseExpression(text, line), body: inner(['elif', 'else', 'endif'], piece) })
      const end = pieces[at]!
      if (!end.text.startsWith('elif')) break
      text = end.text.slice(4)
      line = end.line
    }
    const otherwise = pieces[at]!.text.startsWith('else') ? inner(['endif'], piece) : []
    return { type: 'if', branches, otherwise, line: piece.line }
  }
  function loop(piece: Piece, rest: string): Node {
    const [, names, over] = /^\s*([A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)?)\s+in\s+([\s\S]+)$/.exec(rest) ?? []
    if (names === undefined)
      throw new TemplateError(piece.line, 'a loop is written “for name in list”', '循环应写作「for 名称 in 列表」')
    const list = parseExpression(over!, piece.line)
    const nodes = inner(['else', 'endfor'], piece)
    const otherwise = pieces[at]!.text.startsWith('else') ? inner(['endfor'], piece) : []
    return { type: 'for', names: names.split(/\s*,\s*/), over: list, body: nodes, otherwise, line: piece.line }
  }
  return body([])
}
