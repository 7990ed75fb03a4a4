import { createContext, useContext, useSyncExternalStore } from 'react'

/** Somebody else who has this workflow open. */
export interface Person {
  id: string
  name: string
  avatarUrl: string
  /** The node whose form is open; empty: none. */
  nodeId: string
  color: string
}
export interface Presence {
  people: () => readonly Person[]
  at: (nodeId: string) => readonly Person[]
  subscribe: (listener: () => void) => () => void
}

const none: readonly Person[] = []
const nobody: Presence = { people: () => none, at: () => none, subscribe: () => () => undefined }
export const PresenceContext = createContext<Presence>(nobody)

export function usePeople(): readonly Person[] {
  const presence = useContext(PresenceContext)
  return useSyncExternalStore(presence.subscribe, presence.people)
}
export function useNodePresence(nodeId: string): readonly Person[] {
  const presence = useContext(PresenceContext)
  return useSyncExternalStore(presence.subscribe, () => presence.at(nodeId))
}
