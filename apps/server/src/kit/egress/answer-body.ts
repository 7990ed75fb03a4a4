import { pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { egressErrors } from './egress-errors.ts'

export interface BodyRules {
  host: string
  maxBytes: number
  idleTimeoutMs: number
  /** The content length from the headers. */
  announced: number
  /** Closes the connection; the reader gets the reason as its error. */
  fail(reason: Error): void
  /** Converts the cause of a failure into the error for the caller. */
  explain(cause: Error): Error
  onClose(): void
}

const decoders: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
}
const maxCodings = 3
/** Incompressible content grows slightly when it is compressed. */
const wireSlack = 64 * 1024

/** Decoders that undo a content-encoding, in order; undefined for an unknown encoding, whose bytes stay as they are. */
export function decodersFor(contentEncoding: string | undefined): Transform[] | undefined {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part && part !== 'identity')
  if (codings.length > maxCodings || !codings.every((coding) => Object.hasOwn(decoders, coding))) return undefined
  return codings.reverse().map((coding) => decoders[coding]!())
}

/**
 * The decoded answer, metered on the wire and after every decoder. Only a few chunks are buffered: a compression bomb
 * is cut at the first byte over the limit, and a slow reader slows the sender down.
 */
export function openBody(source: Readable, codings: Transform[], rules: BodyRules): Readable {
  let timer: NodeJS.Timeout | undefined
  const meter = (max: number, onChunk?: () => void, last?: boolean) => {
    let seen = 0
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        seen += chunk.length
        onChunk?.()
        if (seen > max) done(tooLarge())
        else done(null, chunk)
      },
      destroy(cause, done) {
        if (!last) return done(cause)
        clearTimeout(timer)
        rules.onClose()
        done(cause && rules.explain(cause))
      },
    })
  }
  const tooLarge = () => egressErrors.tooLarge({ host: rules.host, max: rules.maxBytes })
  const alive = () => void timer?.refresh()
  const plain = codings.length === 0
  const first = plain ? [] : [meter(rules.maxBytes + wireSlack, alive)]
  const between = codings.slice(0, -1).flatMap((decoder) => [decoder, meter(rules.maxBytes)])
  const out = meter(rules.maxBytes, plain ? alive : undefined, true)
  if (rules.idleTimeoutMs > 0) {
    timer = setTimeout(() => {
      // Chunks waiting here mean that the reader is slow, not the sender.
      if (out.readableLength > 0) alive()
      else rules.fail(egressErrors.stalled({ host: rules.host, seconds: rules.idleTimeoutMs / 1000 }))
    }, rules.idleTimeoutMs)
  }
  // A response that nobody reads any more may still fail; that must not end the process.
  out.on('error', () => {})
  pipeline([source, ...first, ...between, ...codings.slice(-1), out], () => {})
  if (rules.announced > rules.maxBytes + (plain ? 0 : wireSlack)) out.destroy(tooLarge())
  return out
}
