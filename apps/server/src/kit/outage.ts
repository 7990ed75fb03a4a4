import { type AppError, errors } from './errors.ts'

type SystemFailure = Error & { code?: string; syscall?: string }
/** Errors of the disk below the blobs or of PostgreSQL's disk when it cannot be written. */
const diskFull = new Set(['ENOSPC', 'EDQUOT', '53100'])
const readOnly = new Set(['EROFS', '25006'])
const refusedWrites = new Set(['open', 'mkdir', 'write', 'rename', 'fsync', 'ftruncate'])
/** A lock that was not given in time, or a database that is starting, stopping, full or away. */
const busy = /^(55P03|57P0[123]|53300|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE)$/
const lostConnection = /timeout exceeded when trying to connect|Connection terminated|connection is not queryable/

/**
 * The failure of something below us, as the answer a caller can act on: nothing was changed, and why.
 * Anything else stays a bug, and is answered as one.
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
