/** What helps against an error that stands in a toast: a place to go to, or somebody to ask. */
export interface Remedy {
  note?: string
  action?: { label: string; onClick: () => void }
}
type FindRemedy = (error: unknown) => Promise<Remedy> | undefined

let find: FindRemedy = () => undefined
/** Toasts lie below the parts of the studio that know what helps: the app tells them at its start. */
export const setErrorRemedy = (next: FindRemedy): void => void (find = next)
export const remedyOf: FindRemedy = (error) => find(error)
