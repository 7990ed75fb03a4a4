import { CopyScene } from '@orrery/contract/shared/plugin-enums'
import { describe, expect, it } from 'vitest'
import { isPossible, type Place, sceneOf, type TransferPick, type Way } from './transfer.ts'

const pick = (more: Partial<TransferPick> = {}): TransferPick => ({
  id: '1',
  name: 'x',
  kind: 'workflow',
  resType: 2,
  ...more,
})

describe('where something can go', () => {
  it.each<[string, TransferPick, Way, Place['to'], boolean]>([
    ['a copy beside the original', pick(), 'copy', 'library', true],
    ['nothing moves to where it is', pick(), 'move', 'library', false],
    ['a part of a project into the library', pick({ projectId: '9' }), 'move', 'library', true],
    ['a table into a project', pick({ kind: 'database' }), 'move', 'project', true],
    ['no table away from its rows', pick({ kind: 'database' }), 'move', 'space', false],
    ['a table without its rows', pick({ kind: 'database' }), 'copy', 'space', true],
    ['no prompt into a project', pick({ kind: 'prompt' }), 'copy', 'project', false],
    ['a prompt to another space', pick({ kind: 'prompt' }), 'move', 'space', true],
  ])('%s', (_, one, way, place, expected) => {
    expect(isPossible(one, way, place)).toBe(expected)
  })

  it.each<[TransferPick, Way, Place['to'], number]>([
    [pick(), 'copy', 'library', CopyScene.crossSpaceCopy],
    [pick(), 'copy', 'project', CopyScene.copyFromLibrary],
    [pick(), 'move', 'project', CopyScene.moveToProject],
    [pick(), 'copy', 'space', CopyScene.crossSpaceCopy],
    [pick(), 'move', 'space', CopyScene.moveToSpace],
    [pick({ projectId: '9' }), 'copy', 'library', CopyScene.copyToLibrary],
    [pick({ projectId: '9' }), 'move', 'library', CopyScene.moveToLibrary],
  ])('%o by %s to %s is job %i', (one, way, place, scene) => {
    expect(sceneOf(one, way, place)).toBe(scene)
  })
})
