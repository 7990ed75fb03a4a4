import { expect, test } from 'vitest'
import { adoptVersion, changePlugin } from './edit-version.ts'

test('changes run one after the other, each based on the version of the previous one', async () => {
  adoptVersion('1', 7)
  const based: (number | undefined)[] = []
  const save = (slow: number) => async (version: number | undefined) => {
    based.push(version)
    await new Promise((resolve) => setTimeout(resolve, slow))
    return { edit_version: version! + 1 }
  }
  const both = [changePlugin('1', save(20)), changePlugin('1', save(0))]
  expect((await Promise.all(both)).map((answer) => answer.edit_version)).toEqual([8, 9])
  expect(based).toEqual([7, 8])
})

test('a failed change leaves the version unchanged, and the next change is based on it', async () => {
  adoptVersion('2', 3)
  const refused = changePlugin('2', () => Promise.reject(new Error('conflict')))
  const next = changePlugin('2', async (version) => ({ edit_version: version! + 1 }))
  await expect(refused).rejects.toThrow('conflict')
  expect((await next).edit_version).toBe(4)
})
