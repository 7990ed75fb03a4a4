import { isId } from '@orrery/contract/shared/is-id'
import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ingestErrors } from './ingest.errors.ts'
import { readJson } from './otlp-json.ts'
import { readProtobuf } from './otlp-protobuf.ts'
import type { OtlpSpan } from './otlp-types.ts'

const SPACE = 'cozeloop.workspace_id'
/** No legitimate body has a higher compression ratio; beyond it, a body is treated as a zip bomb. */
const MAX_RATIO = 200
const unzip = promisify(gunzip)

/** A request with spans, before parsing. */
export interface OtlpRequest {
  form: 'json' | 'protobuf'
  encoding: string
  body: Uint8Array[]
  /** Space of spans that name none themselves. */
  spaceId: string | undefined
}
export const bytesOf = ({ body }: OtlpRequest): number => body.reduce((sum, part) => sum + part.byteLength, 0)

/** Reads the spans of a request. The body cannot be read again, because its memory is released. */
export async function spansOf({ form, encoding, body }: OtlpRequest): Promise<OtlpSpan[]> {
  const bytes = await unpacked(joined(body), encoding)
  const spans = form === 'json' ? await readJson(bytes) : await readProtobuf(bytes)
  release(bytes)
  return spans
}
function joined(parts: Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!
  const whole = Buffer.concat(parts)
  parts.forEach(release)
  return whole
}
async function unpacked(packed: Uint8Array, encoding: string): Promise<Uint8Array> {
  if (encoding === 'identity' || encoding === '') return packed
  if (encoding !== 'gzip') throw ingestErrors.wrongEncoding()
  const max = Math.min(INGEST_LIMITS.unpackedBytes, Math.max(1024 * 1024, packed.byteLength * MAX_RATIO))
  try {
    const bytes = await unzip(packed, { maxOutputLength: max })
    release(packed)
    return bytes
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw ingestErrors.tooLarge({ max })
    throw ingestErrors.badBody({ problem: 'it is not gzip' })
  }
}

/** Whether the bytes own their buffer; small byte arrays share a pooled buffer. */
export const ownsBuffer = ({ buffer, byteLength }: Uint8Array): boolean =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
/** Frees the memory of a body at once; garbage collection would take seconds while further requests arrive. */
function release(bytes: Uint8Array): void {
  if (ownsBuffer(bytes)) (bytes.buffer as ArrayBuffer).transfer(0)
}

/** Returns the space that a span names itself, or else the space of the request. */
export const spaceFinder =
  (named: string | undefined) =>
  ({ attributes, resource }: OtlpSpan): string => {
    const own = attributes[SPACE] ?? resource[SPACE]
    const spaceId = own === undefined || own === null ? named : String(own as string | number)
    if (!spaceId || !isId(spaceId)) throw ingestErrors.noSpace()
    return spaceId
  }
