const BIAS = 0x84
const CLIP = 32_635

function toMu(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const size = Math.min(Math.abs(sample), CLIP) + BIAS
  const exponent = Math.max(0, 31 - Math.clz32(size) - 7)
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff
}
function fromMu(code: number): number {
  const bits = ~code & 0xff
  const exponent = (bits >> 4) & 0x07
  const size = (((bits & 0x0f) << 3) + BIAS) << exponent
  return bits & 0x80 ? BIAS - size : size - BIAS
}
function toA(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80
  const size = Math.min(sample < 0 ? -sample - 1 : sample, CLIP) >> 4
  const exponent = size < 16 ? 0 : 31 - Math.clz32(size) - 3
  const mantissa = exponent === 0 ? size : (size >> (exponent - 1)) & 0x0f
  return (sign | (exponent << 4) | mantissa) ^ 0x55
}
function fromA(code: number): number {
  const bits = code ^ 0x55
  const exponent = (bits >> 4) & 0x07
  const mantissa = ((bits & 0x0f) << 4) + 8
  const size = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return bits & 0x80 ? size : -size
}

export type TelephoneCodec = 'g711a' | 'g711u'
/** 16-bit samples to the eight bits of telephony, and back. */
export const encodeG711 = (codec: TelephoneCodec, samples: Int16Array): Buffer =>
  Buffer.from(Uint8Array.from(samples, codec === 'g711a' ? toA : toMu))
export const decodeG711 = (codec: TelephoneCodec, bytes: Buffer): Int16Array =>
  Int16Array.from(bytes, codec === 'g711a' ? fromA : fromMu)
