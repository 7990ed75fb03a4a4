/** Opus counts time in units of this rate, whatever the rate of the recording. */
export const OPUS_RATE = 48_000
const HEADER = 27
/** Larger packets are not speech. */
const MAX_PACKET = 64 * 1024

const crcTable = Uint32Array.from({ length: 256 }, (_, at) => {
  let rest = at << 24
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 0x80_00_00_00 ? (rest << 1) ^ 0x04_c1_1d_b7 : rest << 1
  return rest >>> 0
})
function checksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ crcTable[((sum >>> 24) ^ byte) & 0xff]!) >>> 0
  return sum
}

/** Reads the packets of an Ogg file that arrives in pieces, without the two headers. Throws when it is not Ogg Opus. */
export function createOggReader() {
  let rest: Buffer = Buffer.alloc(0)
  let half: Buffer[] = []
  let count = 0
  function packetsOf(page: Buffer, lengths: Buffer): Buffer[] {
    const packets: Buffer[] = []
    let at = HEADER + lengths.length
    for (const length of lengths) {
      half.push(page.subarray(at, at + length))
      at += length
      // A segment of 255 bytes continues in the next one.
      if (length === 255) continue
      const packet = Buffer.concat(half)
      half = []
      if (packet.length > MAX_PACKET) throw new Error('packet too large')
      count += 1
      if (count === 1 && packet.toString('latin1', 0, 8) !== 'OpusHead') throw new Error('not Opus')
      if (count > 2) packets.push(packet)
    }
    return packets
  }
  return (bytes: Buffer): Buffer[] => {
    rest = rest.length ? Buffer.concat([rest, bytes]) : bytes
    const packets: Buffer[] = []
    while (rest.length >= HEADER) {
      if (rest.toString('latin1', 0, 4) !== 'OggS') throw new Error('not Ogg')
      const lengths = rest.subarray(HEADER, HEADER + rest[26]!)
      const size = HEADER + rest[26]! + lengths.reduce((sum, length) => sum + length, 0)
      if (lengths.length < rest[26]! || rest.length < size) break
      packets.push(...packetsOf(rest.subarray(0, size), lengths))
      rest = rest.subarray(size)
    }
    return packets
  }
}

/** Writes Opus packets as an Ogg file, page by page. */
export function createOggWriter(inputRate: number) {
  let pages = 0
  let position = 0n
  function page(packets: readonly Uint8Array[], flags: number): Buffer {
    const lengths = packets.flatMap(({ length }) => [
      ...Array.from({ length: Math.floor(length / 255) }, () => 255),
      length % 255,
    ])
    const head = Buffer.alloc(HEADER + lengths.length)
    head.write('OggS', 0, 'latin1')
    head[5] = flags
    head.writeBigUInt64LE(position, 6)
    head.writeUInt32LE(1, 14)
    head.writeUInt32LE(pages, 18)
    head[26] = lengths.length
    head.set(lengths, HEADER)
    const whole = Buffer.concat([head, ...packets])
    whole.writeUInt32LE(checksum(whole), 22)
    pages += 1
    return whole
  }
  return {
    begin(): Buffer {
      const head = Buffer.alloc(19)
      head.write('OpusHead', 0, 'latin1')
      head.set([1, 1], 8)
      head.writeUInt32LE(inputRate, 12)
      const tags = Buffer.alloc(22)
      tags.write('OpusTags', 0, 'latin1')
      tags.writeUInt32LE(6, 8)
      tags.write('Orrery', 12, 'latin1')
      return Buffer.concat([page([head], 2), page([tags], 0)])
    },
    /** Writes one packet on a page of its own, so that it can be played as soon as it arrives. */
    packet(packet: Uint8Array, samples: number, isLast = false): Buffer {
      position += BigInt(samples)
      return page([packet], isLast ? 4 : 0)
    },
  }
}
