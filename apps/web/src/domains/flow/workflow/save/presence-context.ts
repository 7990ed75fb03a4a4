import { createContext, useContext } from 'react'
import { createStore, type Store } from '#lib/store.ts'

/** Somebody else who has this workflow open. */
export interface Person {
  id: string
  name: string
  avatarUrl: string
  /** The node whose form is open; empty: none. */
  nodeId: string
  color: string
}
/** Those who are here, all of them and by the node that they have open. */
export interface Presence {
  people: readonly Person[]
  byNode: ReadonlyMap<string, readonly Person[]>
}

const none: readonly Person[] = []
export const nobody: Presence = { people: none, byNode: new Map() }
export const PresenceContext = createContext<Pick<Store<Presence>, 'use'>>(createStore(nobody))

export const usePeople = (): readonly Person[] => useContext(PresenceContext).use(({ people }) => people)

export const useNodePresence = (nodeId: string): readonly Person[] =>
  useContext(PresenceContext).use(({ byNode }) => byNode.get(nodeId) ?? none)
