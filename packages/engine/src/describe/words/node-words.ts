import type { NodeKey } from '#node-type.ts'

/** The name of every node type for people, and what it does in one line. */
export type NodeWords = Readonly<Record<NodeKey, { name: string; about: string }>>
