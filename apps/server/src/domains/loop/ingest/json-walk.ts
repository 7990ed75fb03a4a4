import { ingestErrors } from './ingest.errors.ts'

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Bytes that cannot start a value. */
const terminators: ReadonlySet<number> = new Set([-1, COMMA, COLON, CLOSE_LIST, CLOSE_OBJECT])
const notJson = () => ingestErrors.badBody({ problem: 'it is not JSON' })

/**
 * Parses JSON incrementally, so that a large body does not block the event loop. For each name or element it yields,
 * the caller must read the value with `members`, `elements` or `value`.
 */
export function createJsonWalk(bytes: Buffer) {
  let at = 0
  function next(): number {
    while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1
    return bytes[at] ?? -1
  }
  /** Moves behind the end of the string at the current position. */
  function skipString(): void {
    for (let end = bytes.indexOf(QUOTE, at + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
      let slashes = 0
      while (bytes[end - 1 - slashes] === BACKSLASH) slashes += 1
      if (slashes % 2) continue
      at = end + 1
      return
    }
    throw notJson()
  }
  function skipNested(): void {
    for (let depth = 0; at < bytes.length;) {
      const byte = bytes[at]
      if (byte === QUOTE) {
        skipString()
        continue
      }
      at += 1
      if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
      if (depth === 0) return
    }
    throw notJson()
  }
  function skipLiteral(): void {
    const isOver = (byte: number | undefined) =>
      byte === undefined || byte <= 0x20 || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT
    while (!isOver(bytes[at])) at += 1
  }
  /** Parses the value at the current position. */
  function value(): unknown {
    const first = next()
    const start = at
    if (first === QUOTE) skipString()
    else if (first === OPEN_LIST || first === OPEN_OBJECT) skipNested()
    else skipLiteral()
    try {
      return JSON.parse(bytes.toString('utf8', start, at))
    } catch {
      throw notJson()
    }
  }
  function* inside(open: number, close: number, where: string): Generator<void> {
    const first = next()
    if (terminators.has(first)) throw notJson()
    if (first !== open)
      throw ingestErrors.badBody({
        problem: `${where || 'body'}: must be ${open === OPEN_LIST ? 'a list' : 'an object'}`,
      })
    at += 1
    if (next() === close) {
      at += 1
      return
    }
    for (;;) {
      yield
      const after = next()
      at += 1
      if (after === close) return
      if (after !== COMMA) throw notJson()
    }
  }
  return {
    value,
    /** Yields the names of the object at the current position. */
    *members(where: string): Generator<string> {
      for (const _ of inside(OPEN_OBJECT, CLOSE_OBJECT, where)) {
        if (next() !== QUOTE) throw notJson()
        const name = value() as string
        if (next() !== COLON) throw notJson()
        at += 1
        yield name
      }
    },
    /** Yields the indexes of the list at the current position. */
    *elements(where: string): Generator<number> {
      let index = 0
      for (const _ of inside(OPEN_LIST, CLOSE_LIST, where)) yield index++
    },
    end(): void {
      if (next() !== -1) throw notJson()
    },
  }
}
export type JsonWalk = ReturnType<typeof createJsonWalk>
