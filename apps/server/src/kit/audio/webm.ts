const [SEGMENT, CLUSTER, GROUP] = [0x18_53_80_67, 0x1f_43_b6_75, 0xa0]
const [TRACKS, ENTRY, CODEC] = [0x16_54_ae_6b, 0xae, 0x86]
const [SIMPLE_BLOCK, BLOCK] = [0xa3, 0xa1]
/** Containers whose children are read as if they were siblings: recorders leave the lengths of containers open. */
const opened = new Set([SEGMENT, CLUSTER, GROUP, TRACKS, ENTRY])

/** Reads a variable-length number; its first byte gives the length. Undefined when the file ends within it. */
function readNumber(bytes: Buffer, at: number, keepsMark: boolean): { value: number; length: number } | undefined {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > 8 || at + length > bytes.length) return undefined
  let value = keepsMark ? first : first & (0xff >> length)
  for (let next = 1; next < length; next += 1) value = value * 256 + bytes[at + next]!
  return { value, length }
}

/** The Opus packets of a recording from a browser. Undefined when it holds something else. */
export function webmPackets(bytes: Buffer): Buffer[] | undefined {
  const packets: Buffer[] = []
  let isOpus = false
  for (let at = 0; at < bytes.length;) {
    const id = readNumber(bytes, at, true)
    const size = id && readNumber(bytes, at + id.length, false)
    if (!id || !size) break
    const start = at + id.length + size.length
    if (opened.has(id.value)) {
      at = start
      continue
    }
    const content = bytes.subarray(start, start + size.value)
    if (id.value === CODEC) isOpus ||= content.toString('latin1') === 'A_OPUS'
    if (id.value === SIMPLE_BLOCK || id.value === BLOCK) {
      const track = readNumber(content, 0, false)
      // After the track: two bytes of time, one of flags.
      if (track) packets.push(content.subarray(track.length + 3))
    }
    at = start + size.value
  }
  return isOpus ? packets : undefined
}
