import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ingestErrors } from './ingest.errors.ts'

const unzip = promisify(gunzip)
/** No honest sender packs better; what unpacks to more is there to fill the memory. */
const MAX_RATIO = 200

/** The body of a request, unpacked, within the limits. */
export async function readBody(request: Request): Promise<Uint8Array> {
  const packed = await readAll(request, INGEST_LIMITS.packedBytes)
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return packed
  if (encoding !== 'gzip') throw ingestErrors.wrongEncoding()
  const max = Math.min(INGEST_LIMITS.unpackedBytes, Math.max(1024 * 1024, packed.byteLength * MAX_RATIO))
  try {
    return await unzip(packed, { maxOutputLength: max })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw ingestErrors.tooLarge({ max })
    throw ingestErrors.badBody({ problem: 'it is not gzip' })
  }
}

async function readAll(request: Request, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > max) throw ingestErrors.tooLarge({ max })
    chunks.push(chunk)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
