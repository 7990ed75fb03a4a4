import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Blobs, checkKey } from './blobs.ts'

/** Blobs in a folder: the content in `<key>`, its type in `<key>.type`. */
export function folderBlobs(root: string): Blobs {
  const fileOf = (key: string) => path.join(root, checkKey(key))
  return {
    async put(key, data, contentType) {
      const file = fileOf(key)
      await makeFolder(path.dirname(file))
      const half = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.half`
      try {
        await pipeline(
          data instanceof Readable ? data : Readable.from([data]),
          createWriteStream(half, { mode: 0o600 }),
        )
        await flush(half)
        await writeFile(`${file}.type`, contentType)
        await rename(half, file)
      } catch (cause) {
        await rm(half, { force: true })
        throw cause
      }
    },
    async get(key) {
      const file = fileOf(key)
      const info = await stat(file).catch(() => undefined)
      if (!info?.isFile()) return undefined
      const contentType = await readFile(`${file}.type`, 'utf8').catch(() => 'application/octet-stream')
      return { contentType, size: info.size, stream: () => createReadStream(file), bytes: () => readFile(file) }
    },
    async delete(key) {
      await rm(fileOf(key), { force: true })
      await rm(`${fileOf(key)}.type`, { force: true })
    },
    async *list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
      for (const entry of entries)
        if (entry.isFile() && !/\.(type|half)$/.test(entry.name))
          yield path.relative(root, path.join(entry.parentPath, entry.name))
    },
  }
}

/**
 * A recursive mkdir reports ENOENT when a parent is not writable; creating the folders one by one gives the real cause.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    await makeFolder(path.dirname(folder))
    await mkdir(folder).catch((again: NodeJS.ErrnoException) => {
      if (again.code !== 'EEXIST') throw again
    })
  }
}

/** Syncs a file to disk before the write is acknowledged. */
async function flush(file: string) {
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}
