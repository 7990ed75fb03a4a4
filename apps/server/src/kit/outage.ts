import { type AppError, errors } from './errors.ts'

type SystemFailure = Error & { code?: string; syscall?: string }
/** Errors of the disk with the blobs, or of PostgreSQL's disk, when it is full or read-only. */
const diskFull = new Set(['ENOSPC', 'EDQUOT', '53100'])
const readOnly = new Set(['EROFS', '25006'])
const refusedWrites = new Set(['open', 'mkdir', 'write', 'rename', 'fsync', 'ftruncate'])
/** A lock timeout, or a database that is starting, stopping, full or unreachable. */
const busy = /^(55P03|57P0[123]|53300|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE)$/
const lostConnection = /timeout exceeded when trying to connect|Connection terminated|connection is not queryable/

/**
 * Maps a failure of the infrastructure to an error the caller can act on: nothing was changed, and why.
 * Undefined for anything else, which is a bug and answered as one.
 */
export function outageOf(thrown: unknown): AppError | undefined {
  for (let at = thrown; at instanceof Error; at = at.cause) {
    const { code = '', syscall = '', message } = at as SystemFailure
    if (diskFull.has(code)) return errors.diskFull()
    if (readOnly.has(code) || (code === 'EACCES' && refusedWrites.has(syscall))) return errors.readOnly()
    if (busy.test(code) || (code === 'ENOENT' && syscall === 'connect') || lostConnection.test(message))
      return errors.busy()
  }
  return undefined
}
