/**
 * Splits a text at paragraphs and lines into parts of at most `max` characters. A split code fence is closed and
 * reopened.
 */
export function splitText(text: string, max: number): string[] {
  const whole = text.trim()
  if (whole.length <= max) return whole ? [whole] : []
  const parts: string[] = []
  let part = ''
  let fence = ''
  const close = () => {
    const ended = fence ? `${part}\n\`\`\`` : part
    if (ended.trim()) parts.push(ended.trim())
    part = fence
  }
  for (const line of whole.split('\n').flatMap((line) => cutLine(line, max - 20))) {
    const room = fence ? max - 4 : max
    if (part.length + line.length + 1 > room) close()
    else if (line.trim() === '' && !fence && part.length > max * 0.6) {
      close()
      continue
    }
    part = part ? `${part}\n${line}` : line
    const mark = /^\s*(```\S*)/.exec(line)?.[1]
    if (mark) fence = fence ? '' : mark
  }
  if (part.trim() && part !== fence) parts.push(part.trim())
  return parts
}

/** Splits a line that is longer than a message, preferably at a space. */
function cutLine(line: string, max: number): string[] {
  const pieces: string[] = []
  let rest = line
  while (rest.length > max) {
    const space = rest.lastIndexOf(' ', max)
    let at = space > max / 2 ? space : max
    // Do not cut a surrogate pair.
    if (/[\uD800-\uDBFF]/.test(rest.charAt(at - 1))) at -= 1
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at).trimStart()
  }
  return [...pieces, rest]
}
