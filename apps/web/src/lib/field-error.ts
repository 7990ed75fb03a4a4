import { describeError } from './describe-error.ts'

export interface FieldError {
  /** The invalid field of the call, if the server names one. */
  field: string | null
  text: string
}

/** "email: must be an e-mail address" is shown under the field `email`, without the field name. */
export function readFieldError(error: unknown): FieldError {
  const { message } = describeError(error)
  const [, field, rest] = /^([a-z]\w*)(?::\s|：)(.+)$/s.exec(message) ?? []
  if (field === undefined || rest === undefined) return { field: null, text: sentence(message) }
  return { field, text: sentence(rest) }
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  if (start === '' || /[.。!！?？]$/.test(start)) return start
  return /\p{Script=Han}$/u.test(start) ? `${start}。` : `${start}.`
}
