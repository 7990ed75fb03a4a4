import { CopyScene, CopyStatus } from '@orrery/contract/shared/plugin-enums'
import { createValueState } from '../../lib/value-state.ts'
import type { LibraryKind } from './library.queries.ts'

/** Something that is to be copied or moved, and where it is now. */
export interface TransferPick {
  id: string
  name: string
  kind: LibraryKind
  resType: number
  /** Where it is a part of a project. */
  projectId?: string
}
export interface Transfer {
  spaceId: string
  picks: readonly TransferPick[]
}
/** What is to go somewhere else; null: nobody is at it. */
export const transferring = createValueState<Transfer | null>(null)

export type Way = 'copy' | 'move'
export type Place = { to: 'library' } | { to: 'project'; id: string } | { to: 'space'; id: string }

/** Rows of tables belong to people, so a table is only copied to another space; prompts are no parts of projects. */
export function isPossible({ kind, projectId }: TransferPick, way: Way, place: Place['to']): boolean {
  if (place === 'project') return kind !== 'prompt' && !projectId
  if (place === 'space') return way === 'copy' || kind !== 'database'
  return way === 'copy' || projectId !== undefined
}

export function sceneOf({ projectId }: TransferPick, way: Way, place: Place['to']) {
  if (place === 'project') return way === 'move' ? CopyScene.moveToProject : CopyScene.copyFromLibrary
  if (place === 'space') return way === 'move' ? CopyScene.moveToSpace : CopyScene.crossSpaceCopy
  if (!projectId) return CopyScene.crossSpaceCopy
  return way === 'move' ? CopyScene.moveToLibrary : CopyScene.copyToLibrary
}

export const isRunning = (status: number): boolean => status === CopyStatus.processing
