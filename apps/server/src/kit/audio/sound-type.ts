export interface SoundType {
  extension: string
  mime: string
}
const starts = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** The type of a recording by its first bytes: the names and types that clients send are often wrong. */
export function soundTypeOf(bytes: Buffer): SoundType | undefined {
  if (starts(bytes, 'RIFF') && starts(bytes, 'WAVE', 8)) return { extension: 'wav', mime: 'audio/wav' }
  if (starts(bytes, 'OggS')) return { extension: 'ogg', mime: 'audio/ogg' }
  if (starts(bytes, 'fLaC')) return { extension: 'flac', mime: 'audio/flac' }
  if (starts(bytes, '#!AMR')) return { extension: 'amr', mime: 'audio/amr' }
  if (starts(bytes, 'ftyp', 4)) return { extension: 'm4a', mime: 'audio/mp4' }
  if (starts(bytes, '\u001AE\u00DF\u00A3')) return { extension: 'webm', mime: 'audio/webm' }
  if (starts(bytes, 'ID3')) return { extension: 'mp3', mime: 'audio/mpeg' }
  return frameOf(bytes)
}

/** MP3 and AAC without a container begin with a frame: eleven or twelve bits that are set, then the layer. */
function frameOf(bytes: Buffer): SoundType | undefined {
  const [first = 0, second = 0] = bytes
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  if ((second & 0xf6) === 0xf0) return { extension: 'aac', mime: 'audio/aac' }
  return (second & 0x06) === 0 ? undefined : { extension: 'mp3', mime: 'audio/mpeg' }
}
