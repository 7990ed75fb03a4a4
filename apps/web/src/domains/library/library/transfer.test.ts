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

describe('the possible targets of a transfer', () => {
  it.each<[string, TransferPick, Way, Place, boolean]>([
    ['a copy beside the original', pick(), 'copy', 'library', true],
    ['nothing moves to where it is', pick(), 'move', 'library', false],
    ['a table into a project', pick({ kind: 'database' }), 'move', 'project', true],
    ['no table away from its rows', pick({ kind: 'database' }), 'move', 'space', false],
    ['a table without its rows', pick({ kind: 'database' }), 'copy', 'space', true],
    ['no prompt into a project', pick({ kind: 'prompt' }), 'copy', 'project', false],
    ['a prompt to another space', pick({ kind: 'prompt' }), 'move', 'space', true],
  ])('%s', (_, item, way, place, expected) => {
    expect(isPossible(item, way, place)).toBe(expected)
  })

  it.each<[Way, Place, number]>([
    ['copy', 'library', CopyScene.crossSpaceCopy],
    ['copy', 'project', CopyScene.copyFromLibrary],
    ['move', 'project', CopyScene.moveToProject],
    ['copy', 'space', CopyScene.crossSpaceCopy],
    ['move', 'space', CopyScene.moveToSpace],
  ])('%s to %s is job %i', (way, place, scene) => {
    expect(sceneOf(way, place)).toBe(scene)
  })
})
