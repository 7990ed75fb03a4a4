import { createStore } from './store.ts'

export type Saving = 'saving' | 'saved' | 'failed'

/** Save state by id of the edited resource: editors report it, surrounding frames show it. */
export const savings = createStore<ReadonlyMap<string, Saving>>(new Map())

export function reportSaving(id: string, state: Saving): void {
  const now = savings.current()
  if (now.get(id) !== state) savings.set(new Map(now).set(id, state))
}
