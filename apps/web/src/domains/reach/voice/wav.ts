const HEADER = 44

/** Encodes mono samples between -1 and 1 as a 16-bit WAV file. */
function wavOf(samples: Float32Array, rate: number): Blob {
  const bytes = new DataView(new ArrayBuffer(HEADER + samples.length * 2))
  const write = (at: number, text: string) =>
    [...text].forEach((letter, index) => bytes.setUint8(at + index, letter.charCodeAt(0)))
  write(0, 'RIFF')
  bytes.setUint32(4, HEADER - 8 + samples.length * 2, true)
  write(8, 'WAVEfmt ')
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, rate, true)
  bytes.setUint32(28, rate * 2, true)
  bytes.setUint16(32, 2, true)
  bytes.setUint16(34, 16, true)
  write(36, 'data')
  bytes.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, at) => {
    const value = Math.max(-1, Math.min(1, sample))
    bytes.setInt16(HEADER + at * 2, Math.round(value * 32_767), true)
  })
  return new Blob([bytes.buffer], { type: 'audio/wav' })
}

/** Converts any format that the browser can play to WAV: the server compares samples and supports few formats. */
export async function asWav(sound: Blob, rate: number): Promise<File> {
  // Decoding converts the audio to the sample rate of the context.
  const context = new OfflineAudioContext(1, 1, rate)
  const decoded = await context.decodeAudioData(await sound.arrayBuffer())
  const samples = new Float32Array(decoded.length)
  for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
    const data = decoded.getChannelData(channel)
    for (let at = 0; at < samples.length; at += 1) samples[at]! += data[at]! / decoded.numberOfChannels
  }
  return new File([wavOf(samples, rate)], 'recording.wav', { type: 'audio/wav' })
}
