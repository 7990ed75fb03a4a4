import { randomBytes } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Secrets } from '#kit/secrets.ts'
import {
  checkKind,
  checkSize,
  contentTypes,
  readPicture,
  type Scene,
  type SceneName,
  scenes,
  shownName,
  tooLarge,
} from './scene-rules.ts'
import { uploadErrors } from './upload.errors.ts'
import type { UploadRepo } from './upload.repo.ts'
import { newKey } from './upload.service.ts'
import { type UploadRow, UploadState } from './upload.table.ts'

const TOKEN_MS = 3600_000
const ABANDONED_MS = 24 * 3600_000
const MAX_PARTS = 10_000
const SWEEP = 'upload-sweep'

export interface DirectUploadDeps {
  repo: UploadRepo
  blobs: Blobs
  secrets: Secrets
  jobs: Jobs
  clock: Clock
}
export interface Announcement {
  userId: string
  spaceId?: string
  scene: SceneName
  extension: string
  name: string
  /** 0 if the client sent no size. */
  size: number
}
export interface Written {
  row: UploadRow
  /** CRC-32 of the received bytes, in hexadecimal. */
  checksum: string
}
interface Body {
  stream: ReadableStream<Uint8Array> | null
  /** Hexadecimal CRC-32, if the client sent one. */
  checksum?: string
}

/** Uploads in two steps: announce a file to get a key, then send it, whole or in parts. Visible only once complete. */
export function createDirectUploadService({ repo, blobs, secrets, jobs, clock }: DirectUploadDeps) {
  async function open(key: string, userId: string): Promise<UploadRow> {
    const row = await repo.own(key, userId)
    if (!row) throw errors.notFound({ what: 'file' })
    if (row.state === UploadState.complete) throw uploadErrors.alreadyThere()
    return row
  }
  const sceneOf = (row: UploadRow) => scenes[row.scene as SceneName] ?? scenes.file

  /** Writes the file; only one writer at a time. A failure resets the upload to its announced state. */
  async function write(row: UploadRow, source: () => Readable, want: number): Promise<Written> {
    if (!(await repo.claim(row.key, row.userId, clock.now()))) throw uploadErrors.alreadyThere()
    try {
      const scene = sceneOf(row)
      const counted = counter(scene)
      const content = through(source(), counted.stream)
      let facts = { width: 0, height: 0, extension: row.extension }
      if (scenes.image.accepts.has(row.extension)) {
        const bytes = await buffer(content)
        checkArrived(bytes.byteLength, want)
        const picture = await readPicture(bytes, 'icon' in scene ? scene.icon : undefined)
        facts = picture
        await blobs.put(row.key, picture.bytes, contentTypes[picture.extension]!)
        counted.size = picture.bytes.byteLength
      } else {
        await blobs.put(row.key, content, contentTypes[row.extension] ?? 'application/octet-stream')
        await checkWhole(row.key, counted.size, want)
      }
      const contentType = contentTypes[facts.extension] ?? 'application/octet-stream'
      const { extension, width, height } = facts
      const done = {
        state: UploadState.complete,
        size: counted.size,
        contentType,
        extension,
        width,
        height,
        changedAt: clock.now(),
      }
      await repo.update(row.key, done)
      return { row: { ...row, ...done }, checksum: counted.sum.toString(16).padStart(8, '0') }
    } catch (cause) {
      await repo.update(row.key, { state: UploadState.announced, changedAt: clock.now() })
      throw cause instanceof AppError ? cause : causeOf(cause)
    }
  }
  async function checkWhole(key: string, got: number, want: number) {
    try {
      checkArrived(got, want)
    } catch (cause) {
      await blobs.delete(key)
      throw cause
    }
  }
  function checkArrived(got: number, want: number) {
    if (got === 0) throw uploadErrors.emptyFile()
    if (want > 0 && got !== want) throw uploadErrors.incomplete({ got, want })
  }
  async function dropParts(key: string) {
    for (const part of await repo.parts(key)) await blobs.delete(part.blobKey)
    await repo.removeParts(key)
  }

  return {
    /** Credentials for announcing files, valid for an hour. */
    token(userId: string, scene: string) {
      const now = clock.now()
      const expires = now + TOKEN_MS
      const text = `upload\n${userId}\n${scene}\n${expires}`
      return {
        token: `${expires}.${secrets.sign(text)}`,
        now,
        expires,
        keyId: randomBytes(12).toString('hex'),
        secret: randomBytes(24).toString('base64url'),
      }
    },
    checkToken(token: string, userId: string, scene: string) {
      const [expires = '', signature = ''] = token.split('.')
      const isAlive = /^\d{1,16}$/.test(expires) && Number(expires) > clock.now()
      if (!isAlive || !secrets.verify(`upload\n${userId}\n${scene}\n${expires}`, signature))
        throw uploadErrors.badToken()
    },
    async announce({
      userId,
      spaceId,
      scene: name,
      extension,
      name: fileName,
      size,
    }: Announcement): Promise<UploadRow> {
      const scene = scenes[name]
      checkKind(scene, extension)
      if (size) checkSize(scene, size)
      const now = clock.now()
      const row: UploadRow = {
        key: newKey(userId, 'icon' in scene ? 'webp' : extension),
        userId,
        spaceId: spaceId ?? null,
        scene: name,
        name: shownName(fileName),
        extension,
        contentType: '',
        size,
        width: 0,
        height: 0,
        state: UploadState.announced,
        uploadId: randomBytes(16).toString('hex'),
        createdAt: now,
        changedAt: now,
      }
      await repo.insert(row)
      return row
    },
    open,
    async put(key: string, userId: string, body: Body): Promise<Written> {
      const row = await open(key, userId)
      return write(row, () => checked(body), row.size)
    },
    async putPart(key: string, userId: string, part: number, body: Body) {
      const row = await open(key, userId)
      if (part < 1 || part > MAX_PARTS) throw uploadErrors.partMissing({ part })
      const counted = counter(sceneOf(row))
      const blobKey = `part/${row.uploadId}/${part}-${randomBytes(8).toString('hex')}`
      await blobs
        .put(blobKey, through(checked(body), counted.stream), 'application/octet-stream')
        .catch((cause: unknown) => {
          throw cause instanceof AppError ? cause : causeOf(cause)
        })
      const replaced = await repo.savePart({ uploadKey: key, part, blobKey, size: counted.size })
      if (replaced) await blobs.delete(replaced)
      await repo.update(key, { changedAt: clock.now() })
    },
    /** Joins the parts. `count` is the number of parts according to the client; 0 if it sent none. */
    async finish(key: string, userId: string, count: number): Promise<Written> {
      const row = await open(key, userId)
      const parts = await repo.parts(key)
      const missing = Array.from({ length: Math.max(count, parts.at(-1)?.part ?? 0, 1) }, (_, index) => index + 1).find(
        (part) => !parts.some((item) => item.part === part),
      )
      if (missing !== undefined) throw uploadErrors.partMissing({ part: missing })
      const done = await write(
        row,
        () =>
          Readable.from(
            concatenated(
              blobs,
              parts.map((part) => part.blobKey),
            ),
          ),
        row.size,
      )
      await dropParts(key)
      return done
    },
    async committed(key: string, userId: string): Promise<UploadRow> {
      const row = await repo.own(key, userId)
      if (!row) throw errors.notFound({ what: 'file' })
      if (row.state !== UploadState.complete) throw uploadErrors.notComplete()
      return row
    },
    /** Removes uploads that were announced a day ago and never completed. */
    async sweep() {
      for (const { key } of await repo.abandoned(clock.now() - ABANDONED_MS)) {
        await dropParts(key)
        await repo.remove(key)
        await blobs.delete(key)
      }
    },
    async startSweeping() {
      await jobs.define(SWEEP, () => this.sweep())
      await jobs.schedule(SWEEP, 'all', '17 * * * *', {})
    },
  }
}
export type DirectUploadService = ReturnType<typeof createDirectUploadService>

const causeOf = (cause: unknown): unknown => {
  for (let at: unknown = cause; at instanceof Error; at = at.cause) if (at instanceof AppError) return at
  const isCut = cause instanceof Error && /abort|terminated|premature|reset/i.test(`${cause.name} ${cause.message}`)
  return isCut ? uploadErrors.damaged() : cause
}

function counter(scene: Scene) {
  const counted = { size: 0, sum: 0, stream: undefined as unknown as Transform }
  counted.stream = new Transform({
    transform(chunk: Buffer, _, done) {
      counted.size += chunk.byteLength
      counted.sum = crc32(chunk, counted.sum)
      done(counted.size > scene.maxBytes ? tooLarge(scene) : null, chunk)
    },
  })
  return counted
}

/** The body as a stream that fails at its end if the checksum does not match. */
function checked({ stream, checksum }: Body): Readable {
  if (!stream) return Readable.from([])
  const source = Readable.fromWeb(stream as never)
  if (!checksum) return source
  const want = Number.parseInt(checksum, 16)
  let sum = 0
  const check = new Transform({
    transform(chunk: Buffer, _, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush: (done) => done(sum === want ? null : uploadErrors.damaged()),
  })
  return through(source, check)
}
/** Pipes one stream into another, so that a failure of the first ends the second. */
const through = (source: Readable, next: Transform): Readable => {
  pipeline(source, next, () => {})
  return next
}

async function* concatenated(blobs: Blobs, keys: string[]) {
  for (const key of keys) {
    const blob = await blobs.get(key)
    if (!blob) throw uploadErrors.damaged()
    yield* blob.stream() as AsyncIterable<Buffer>
  }
}
