import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blobs } from './blobs.ts'
import { folderBlobs } from './folder.ts'
import { s3Blobs } from './s3.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'orrery-blobs-'))
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: path.join(root, 's3'),
  configureBuckets: [{ name: 'orrery', configs: [] }],
})
let port = 0
beforeAll(async () => {
  port = (await server.run()).port
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

describe.each(['folder', 'S3'])('blobs in a %s', (kind) => {
  let blobs: Blobs
  beforeAll(() => {
    blobs =
      kind === 'folder'
        ? folderBlobs(path.join(root, 'folder'))
        : s3Blobs({
            endpoint: `http://127.0.0.1:${port}`,
            bucket: 'orrery',
            region: 'us-east-1',
            accessKeyId: 'S3RVER',
            secretAccessKey: 'S3RVER',
          })
  })
  test('a stored blob is read back whole and with its type, and is gone after deletion', async () => {
    await blobs.put('a/b.txt', Buffer.from('hello'), 'text/plain')
    const blob = (await blobs.get('a/b.txt'))!
    expect(blob).toMatchObject({ size: 5, contentType: 'text/plain' })
    expect(Buffer.from(await blob.bytes()).toString()).toBe('hello')
    expect((await buffer(blob.stream())).toString()).toBe('hello')
    await blobs.delete('a/b.txt')
    expect(await blobs.get('a/b.txt')).toBeUndefined()
    await blobs.delete('a/b.txt')
  })
  test('stores a stream of megabytes, and a second put replaces the first', async () => {
    await blobs.put(
      'big.bin',
      Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(65_536, 7))),
      'application/octet-stream',
    )
    expect((await blobs.get('big.bin'))!.size).toBe(50 * 65_536)
    await blobs.put('big.bin', Buffer.from('small'), 'text/plain')
    expect((await blobs.get('big.bin'))!.size).toBe(5)
  })
  test('lists every key', async () => {
    await blobs.put('list/one', Buffer.from('1'), 'text/plain')
    await blobs.put('list/two', Buffer.from('2'), 'text/plain')
    const keys: string[] = []
    for await (const key of blobs.list()) keys.push(key)
    expect(keys).toEqual(expect.arrayContaining(['list/one', 'list/two']))
  })
  test('an aborted upload leaves nothing behind', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('cut')
      })(),
    )
    await expect(blobs.put('cut.bin', broken, 'text/plain')).rejects.toThrow('cut')
    expect(await blobs.get('cut.bin')).toBeUndefined()
  })
  test('a key that leaves the folder is refused', async () => {
    for (const key of [
      '../x',
      '/etc/passwd',
      'a/../../b',
      'a\u0000b',
      'C:\\x',
      'a//b',
      '.hidden',
      'x'.repeat(10) + '/',
      'a/\u202Egnp.exe',
    ])
      await expect(blobs.get(key), key).rejects.toThrow('Bad blob key')
  })
})
test('no partial files remain', () => {
  expect(
    readdirSync(path.join(root, 'folder'), { recursive: true }).filter((name) => String(name).endsWith('.half')),
  ).toEqual([])
})
