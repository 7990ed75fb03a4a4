import { createContext, useContext } from 'react'

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
  usePeople: () => readonly Person[]
  useAt: (nodeId: string) => readonly Person[]
}

const none: readonly Person[] = []
const nobody: Presence = { usePeople: () => none, useAt: () => none }
export const PresenceContext = createContext<Presence>(nobody)

export function usePeople(): readonly Person[] {
  return useContext(PresenceContext).usePeople()
}
export function useNodePresence(nodeId: string): readonly Person[] {
  return useContext(PresenceContext).useAt(nodeId)
}
