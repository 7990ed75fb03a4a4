import { CopyScene, CopyStatus } from '@orrery/contract/shared/plugin-enums'
import { isHosted, type LibraryKind, type ResType } from '@orrery/contract/shared/resource-kinds'
import { createStore } from '#lib/store.ts'

/** A resource of the library to copy or move. */
export interface TransferPick {
  id: string
  name: string
  kind: LibraryKind
  resType: (typeof ResType)[keyof typeof ResType]
}
export interface Transfer {
  spaceId: string
  picks: readonly TransferPick[]
}
/** The pending copy or move, or null. */
export const transferring = createStore<Transfer | null>(null)

export type Way = 'copy' | 'move'
export type Place = 'library' | 'project' | 'space'

/** Rows of a table belong to people, so it can only be copied to another space. Not all kinds fit into projects. */
export function isPossible({ kind }: TransferPick, way: Way, place: Place): boolean {
  if (place === 'project') return isHosted(kind)
  return way === 'copy' || (place === 'space' && kind !== 'database')
}

/** The scene of the job. A copy beside the original is a copy to its own space. */
export function sceneOf(way: Way, place: Place) {
  if (place === 'project') return way === 'move' ? CopyScene.moveToProject : CopyScene.copyFromLibrary
  return way === 'move' ? CopyScene.moveToSpace : CopyScene.crossSpaceCopy
}

export const isRunning = (status: number): boolean => status === CopyStatus.processing
