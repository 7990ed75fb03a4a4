import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** A part of a file, produced when it is written. */
export type PartSource = () => ArrayBufferView
export interface CacheFile<Head> {
  head: Head
  /** Bytes of each part. */
  sizes: number[]
  /** Reads the next part into a buffer. */
  fill<T extends ArrayBufferView>(place: T): Promise<T>
}
const FORMAT = 'orrery-rows-1'
const CHUNK = 4 * 1024 * 1024
const ENDING = '.rows'
const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

/**
 * Files that save work after a restart and may be deleted at any time: a JSON header, followed by large arrays. Files
 * are replaced atomically: they are first written under another name.
 */
export function createCacheFiles(dir: string) {
  const placeOf = (name: string) => path.join(dir, `${name}${ENDING}`)
  return {
    /** Writes a file; returns whether it was completed. `isStill` can cancel it. */
    async write(name: string, head: object, parts: PartSource[], isStill: () => boolean): Promise<boolean> {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const draft = `${placeOf(name)}.draft`
      const sizes = parts.map((part) => part().byteLength)
      const line = Buffer.from(JSON.stringify({ format: FORMAT, sizes, head }))
      const length = Buffer.alloc(8)
      length.writeBigUInt64LE(BigInt(line.byteLength))
      const file = await open(draft, 'w', 0o600)
      try {
        await file.write(length)
        await file.write(line)
        for (const part of parts)
          for (let at = 0, size = part().byteLength; at < size; at += CHUNK) {
            if (!isStill()) return false
            await file.write(bytesOf(part()).subarray(at, at + CHUNK))
          }
        await file.sync()
        if (!isStill()) return false
        await rename(draft, placeOf(name))
        return true
      } finally {
        await file.close()
        await rm(draft, { force: true })
      }
    },
    /** Passes the file to `use` if it exists and is complete. */
    async read<Head>(name: string, use: (file: CacheFile<Head>) => Promise<void>): Promise<boolean> {
      const file = await open(placeOf(name), 'r').catch(() => undefined)
      if (!file) return false
      try {
        let at = 8
        const length = Buffer.alloc(8)
        await file.read(length, 0, 8, 0)
        const { size } = await file.stat()
        const lineLength = Number(length.readBigUInt64LE())
        if (lineLength > size) return false
        const line = Buffer.alloc(lineLength)
        await file.read(line, 0, lineLength, at)
        at += lineLength
        const { format, sizes, head } = JSON.parse(line.toString()) as { format: string; sizes: number[]; head: Head }
        if (format !== FORMAT || sizes.reduce((sum, siz) => sum + siz, at) !== size) return false
        const fill = async <T extends ArrayBufferView>(place: T) => {
          const bytes = bytesOf(place)
          for (let done = 0; done < bytes.byteLength;) {
            const { bytesRead } = await file.read(bytes, done, Math.min(CHUNK, bytes.byteLength - done), at)
            if (!bytesRead) throw new Error('a kept file ended early')
            done += bytesRead
            at += bytesRead
          }
          return place
        }
        await use({ head, sizes, fill })
        return true
      } finally {
        await file.close()
      }
    },
    remove: (name: string) => rm(placeOf(name), { force: true }),
    /** Names and sizes of the files, the most recently written first. */
    async list(): Promise<{ name: string; bytes: number }[]> {
      const names = (await readdir(dir).catch(() => [])).filter((item) => item.endsWith(ENDING))
      const all = await Promise.all(
        names.map(async (name) => {
          const found = await stat(path.join(dir, name)).catch(() => undefined)
          return { name: name.slice(0, -ENDING.length), bytes: found?.size ?? 0, at: found?.mtimeMs ?? 0 }
        }),
      )
      return all.toSorted((a, b) => b.at - a.at)
    },
  }
}
export type CacheFiles = ReturnType<typeof createCacheFiles>
