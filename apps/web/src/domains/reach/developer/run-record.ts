import type { CallDraft } from '#domains/reach/docs/index.ts'

/** The maximum length of a stored request or response. */
const longest = 200_000

export const storedText = (text: string): string => text.slice(0, longest)
/** The request as it is stored: without the files of its form. */
export const storedRequest = ({ params, body }: CallDraft): string => storedText(JSON.stringify({ params, body }))

/** The form values of a stored request; undefined if it was too long to be stored in full. */
export function draftOf(request: string): CallDraft | undefined {
  try {
    const { params, body } = JSON.parse(request) as Partial<CallDraft>
    return { params: params ?? {}, body: body ?? '', form: {} }
  } catch {
    return undefined
  }
}
