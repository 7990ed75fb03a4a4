const HEADER = 44

/** Puts a WAV header in front of 16-bit samples of one channel. */
export function toWav(samples: Buffer, rate: number): Buffer {
  const head = Buffer.alloc(HEADER)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(HEADER - 8 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** A quiet tone for tests of connections that need some sound. */
export function tone(seconds: number, rate: number): Buffer {
  const count = Math.round(seconds * rate)
  const samples = Buffer.alloc(count * 2)
  for (let at = 0; at < count; at += 1)
    samples.writeInt16LE(Math.round(3000 * Math.sin((2 * Math.PI * 440 * at) / rate)), at * 2)
  return toWav(samples, rate)
}
