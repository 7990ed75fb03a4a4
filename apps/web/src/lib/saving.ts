import { createStore } from './store.ts'

export type Saving = 'saving' | 'saved' | 'failed'

/** How far edits are, by the id of what is edited: editors tell it, and frames around them show it. */
export const savings = createStore<ReadonlyMap<string, Saving>>(new Map())

export function tellSaving(id: string, state: Saving): void {
  const now = savings.current()
  if (now.get(id) !== state) savings.set(new Map(now).set(id, state))
}
