const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"', '0': '\0' }

/** Splits a command line into words, with quotes, backslashes and line continuations. Nothing is run or expanded. */
export function splitShell(text: string): string[] {
  const words: string[] = []
  let word = ''
  let isWord = false
  const end = () => {
    if (isWord) words.push(word)
    word = ''
    isWord = false
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '\\') {
      const next = text[++at]
      if (next === '\r' && text[at + 1] === '\n') at++
      else if (next !== undefined && next !== '\n') {
        word += next
        isWord = true
      }
    } else if (letter === "'" || letter === '"') {
      const isAnsi = letter === "'" && word.endsWith('$')
      if (isAnsi) word = word.slice(0, -1)
      const [inner, close] = quoted(text, at, isAnsi ? 'ansi' : letter === "'" ? 'single' : 'double')
      word += inner
      isWord = true
      at = close
    } else if (/\s/.test(letter)) end()
    else {
      word += letter
      isWord = true
    }
  }
  end()
  return words
}

function quoted(text: string, open: number, kind: 'single' | 'double' | 'ansi'): [inner: string, close: number] {
  const quote = text[open]!
  let inner = ''
  let at = open + 1
  for (; at < text.length && text[at] !== quote; at++) {
    const letter = text[at]!
    if (letter !== '\\' || kind === 'single') {
      inner += letter
      continue
    }
    const next = text[++at] ?? ''
    const code = kind === 'ansi' ? /^(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4}))/i.exec(text.slice(at)) : null
    if (code) {
      inner += String.fromCodePoint(Number.parseInt((code[1] ?? code[2])!, 16))
      at += code[0].length - 1
    } else if (kind === 'ansi') inner += escapes[next] ?? `\\${next}`
    else if (next === '\n') continue
    else inner += '"\\$`'.includes(next) ? next : `\\${next}`
  }
  return [inner, at]
}
