import { sha256 } from '#kit/secrets.ts'
import { observationErrors } from '../observation.errors.ts'

export interface Place {
  at: number
  id: string
}
const markOf = (query: object) => sha256(JSON.stringify(query)).slice(0, 12)

/** Cursor of a list. A token is valid only for its query. */
export const makePageToken = (query: object, { at, id }: Place): string =>
  Buffer.from(JSON.stringify([markOf(query), at, id])).toString('base64url')

export function readPageToken(query: object, token: string | undefined): Place | undefined {
  if (!token) return undefined
  try {
    const [mark, at, id] = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[]
    if (mark === markOf(query) && Number.isSafeInteger(at) && typeof id === 'string') return { at: at as number, id }
  } catch {
    // Fall through to the error below.
  }
  throw observationErrors.badPage()
}
