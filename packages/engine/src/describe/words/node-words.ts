import type { NodeKey } from '#node-type.ts'

/** What people call the node types, and what each does in one line. */
export type NodeWords = Readonly<Record<NodeKey, { name: string; about: string }>>
