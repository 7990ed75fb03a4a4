/** Runs inside the isolate: UTF-8 and base64, which the bare language lacks. */
export function guestText() {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

  class TextEncoder {
    readonly encoding = 'utf-8'
    encode(input: unknown = ''): Uint8Array {
      const text = String(input)
      const bytes = new Uint8Array(text.length * 3)
      let at = 0
      for (const symbol of text) {
        const point = symbol.codePointAt(0)!
        const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point
        if (code < 0x80) bytes[at++] = code
        else {
          if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6)
          else {
            if (code < 0x10000) bytes[at++] = 0xe0 | (code >> 12)
            else {
              bytes[at++] = 0xf0 | (code >> 18)
              bytes[at++] = 0x80 | ((code >> 12) & 63)
            }
            bytes[at++] = 0x80 | ((code >> 6) & 63)
          }
          bytes[at++] = 0x80 | (code & 63)
        }
      }
      return bytes.slice(0, at)
    }
  }

  /**
   * Continuation bytes after a first byte, and the range of the second byte (overlong and surrogate forms are invalid).
   */
  const lead = (byte: number): [follow: number, low: number, high: number] | undefined => {
    if (byte >= 0xc2 && byte <= 0xdf) return [1, 0x80, 0xbf]
    if (byte >= 0xe0 && byte <= 0xef) return [2, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf]
    if (byte >= 0xf0 && byte <= 0xf4) return [3, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf]
    return undefined
  }

  class TextDecoder {
    readonly encoding = 'utf-8'
    readonly fatal: boolean
    constructor(label: unknown = 'utf-8', options: { fatal?: boolean } = {}) {
      if (!/^utf-?8$/i.test(String(label).trim()))
        throw new RangeError(`Only UTF-8 can be decoded here, not ${String(label)}`)
      this.fatal = !!options.fatal
    }
    decode(input: ArrayBuffer | ArrayBufferView = new Uint8Array()): string {
      const bytes = ArrayBuffer.isView(input)
        ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
        : new Uint8Array(input)
      const parts: string[] = []
      for (let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0; at < bytes.length;) {
        const byte = bytes[at++]!
        if (byte < 0x80) {
          parts.push(String.fromCharCode(byte))
          continue
        }
        let [left, low, high] = lead(byte) ?? [-1, 0, 0]
        let point = left === 1 ? byte & 31 : left === 2 ? byte & 15 : byte & 7
        while (left > 0 && at < bytes.length && bytes[at]! >= low && bytes[at]! <= high) {
          point = (point << 6) | (bytes[at++]! & 63)
          left--
          low = 0x80
          high = 0xbf
        }
        if (left !== 0 && this.fatal) throw new TypeError('The bytes are not valid UTF-8')
        parts.push(left === 0 ? String.fromCodePoint(point) : '\ufffd')
      }
      return parts.join('')
    }
  }

  const btoa = (input: unknown): string => {
    const text = String(input)
    let result = ''
    for (let at = 0; at < text.length; at += 3) {
      const codes = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
      if (codes.some((code) => code > 255))
        throw new RangeError('btoa takes characters up to U+00FF; encode other text first')
      const [a, b, c] = codes as [number, number, number]
      const bits = (a << 16) | ((b || 0) << 8) | (c || 0)
      const letter = (shift: number) => letters[(bits >> shift) & 63]!
      result += letter(18) + letter(12) + (Number.isNaN(b) ? '=' : letter(6)) + (Number.isNaN(c) ? '=' : letter(0))
    }
    return result
  }

  const atob = (input: unknown): string => {
    const stripped = String(input).replace(/[\t\n\f\r ]/g, '')
    const text = stripped.length % 4 === 0 ? stripped.replace(/={1,2}$/, '') : stripped
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw new RangeError('The text is not base64')
    let result = ''
    let bits = 0
    for (let at = 0; at < text.length; at++) {
      bits = ((bits << 6) | letters.indexOf(text[at]!)) & 0xffffff
      if (at % 4 > 0) result += String.fromCharCode((bits >> (6 - (at % 4) * 2)) & 255)
    }
    return result
  }
  Object.assign(globalThis, { TextEncoder, TextDecoder, btoa, atob })
}
