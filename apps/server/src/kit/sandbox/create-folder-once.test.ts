import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFolderOnce } from './create-folder-once.ts'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'orrery-maker-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const { signal } = new AbortController()

test('a folder requested by several at once is created once, without leftovers', async () => {
  const folder = path.join(scratch, 'place/wanted')
  let made = 0
  const make = async () => {
    made += 1
    await new Promise(setImmediate)
    mkdirSync(folder)
  }
  await Promise.all([1, 2, 3].map(() => createFolderOnce(folder, signal, make)))
  await createFolderOnce(folder, signal, make)
  expect(made).toBe(1)
  expect(readdirSync(path.dirname(folder))).toEqual(['wanted'])
})
test('when creation fails, the next caller tries again', async () => {
  const folder = path.join(scratch, 'failing')
  const fail = () => Promise.reject(new Error('disk full'))
  await expect(createFolderOnce(folder, signal, fail)).rejects.toThrow('disk full')
  await createFolderOnce(folder, signal, async () => mkdirSync(folder))
  expect(existsSync(folder)).toBe(true)
})
test('a dead creator is taken over, and an abort ends the wait', async () => {
  const folder = path.join(scratch, 'left')
  const sign = `${folder}.making`
  mkdirSync(sign)
  const make = async () => void mkdirSync(folder)
  await expect(createFolderOnce(folder, AbortSignal.timeout(1), make)).rejects.toThrow(/aborted/)
  expect(existsSync(folder)).toBe(false)
  utimesSync(sign, 0, 0)
  await createFolderOnce(folder, signal, make)
  expect(existsSync(folder)).toBe(true)
})
