/** Help for an error shown in a toast: a page to open, or someone to contact. */
export interface Remedy {
  note?: string
  action?: { label: string; onClick: () => void }
}
type FindRemedy = (error: unknown) => Promise<Remedy> | undefined

let find: FindRemedy = () => undefined
/** Toasts are in a layer below the parts of the studio that know remedies, so the app sets this at its start. */
export const setErrorRemedy = (next: FindRemedy): void => void (find = next)
export const remedyOf: FindRemedy = (error) => find(error)
