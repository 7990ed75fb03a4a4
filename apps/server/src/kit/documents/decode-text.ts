/**
 * Decodes text of unknown encoding: by its mark, as UTF-8 if valid, else in one of the Chinese encodings still in use.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  for (const encoding of ['utf-8', 'gb18030', 'big5']) {
    try {
      return clean(new TextDecoder(encoding, { fatal: true }).decode(bytes))
    } catch {}
  }
  return clean(new TextDecoder('gb18030').decode(bytes))
}

export function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Latin text in UTF-16 without a mark: every second byte is zero.
  const head = bytes.subarray(0, 400)
  const zeros = (parity: number) => head.filter((byte, index) => index % 2 === parity && byte === 0).length
  if (zeros(1) > head.length / 4) return 'utf-16le'
  return zeros(0) > head.length / 4 ? 'utf-16be' : undefined
}

/** PostgreSQL rejects NUL, and readers have no use for other control characters. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const clean = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g, '')
