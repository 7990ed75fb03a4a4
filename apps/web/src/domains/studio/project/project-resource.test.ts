import { describe, expect, test } from 'vitest'
import { copyName, groupOf, readResource } from './project-resource.ts'

describe('resources of a project', () => {
  const row = { res_id: '7', name: 'trips', res_type: 7, res_sub_type: 0, actions: [{ key: 5, enable: true }] }

  test('are identified by kind and id, with their allowed actions', () => {
    expect(readResource(row)).toMatchObject({
      key: 'database/7',
      tile: 'database',
      may: { copy: false, copyToLibrary: false, moveToLibrary: false, delete: true },
    })
    expect(readResource({ ...row, res_type: 2, res_sub_type: 3 })).toMatchObject({
      key: 'workflow/7',
      tile: 'chatflow',
    })
  })
  test('of a kind that projects cannot contain are ignored', () =>
    expect(readResource({ ...row, res_type: 6 })).toBeUndefined())
  test('are divided into three groups', () =>
    expect((['workflow', 'plugin', 'knowledge', 'database'] as const).map(groupOf)).toEqual([
      'workflows',
      'plugins',
      'data',
      'data',
    ]))
  test.each([
    [[], 'trips_copy'],
    [['trips_copy'], 'trips_copy2'],
    [['trips_copy', 'trips_copy2'], 'trips_copy3'],
  ])('the copy beside %j has the name %s', (taken, name) => expect(copyName('trips', taken)).toBe(name))
})
