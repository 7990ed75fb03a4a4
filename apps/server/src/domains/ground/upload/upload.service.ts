import { randomBytes } from 'node:crypto'
import type { Blob, Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import { sharp } from '#kit/sharp.ts'
import type { BuiltinIcons } from './shared/builtin-icons.ts'
import type { EndUserFiles } from './end-user-file.service.ts'
import {
  checkKind,
  checkSize,
  contentTypes,
  extensionOf,
  readPicture,
  type SceneName,
  scenes,
  shownName,
} from './scene-rules.ts'
import { drawIcon, glyphFor } from './shared/draw-icon.ts'
import { uploadErrors } from './upload.errors.ts'
import type { UploadRepo } from './upload.repo.ts'
import { type UploadRow, UploadState } from './upload.table.ts'

const DAY = 24 * 3600_000
const ICONS_A_DAY = 100
const ICON_SIDE = 512
const MAX_PIXELS = 4096 * 4096
const GENERATED = 'generated'
const drawn = new Set<string>([GENERATED, 'icon' satisfies SceneName])

export interface UploadDeps {
  repo: UploadRepo
  blobs: Blobs
  builtins: BuiltinIcons
  endUserFiles: Pick<EndUserFiles, 'note'>
  clock: Clock
}
export interface NewFile {
  userId: string
  /** The end user for whom the file is created; undefined for the account itself. */
  endUser?: string | undefined
  spaceId?: string
  scene: SceneName
  name: string
  bytes: Buffer
}

/**
 * 192 random bits: a key can be shown but not guessed. It contains the owner, so that a listing of the store shows
 * whose file it is.
 */
export const newKey = (userId: string, extension: string) =>
  `upload/${userId}/${randomBytes(24).toString('hex')}${extension && `.${extension}`}`

/** Files of users. Other parts refer to files by key and check here whether the user may use them. */
export function createUploadService({ repo, blobs, builtins, endUserFiles, clock }: UploadDeps) {
  /** A complete upload of the user. */
  async function find(key: string, userId: string): Promise<UploadRow | undefined> {
    const row = await repo.own(key, userId)
    return row?.state === UploadState.complete ? row : undefined
  }
  const iconsToday = (userId: string) => repo.countSince(userId, GENERATED, Math.floor(clock.now() / DAY) * DAY)
  function newRow(userId: string, scene: string, extension: string): UploadRow {
    const now = clock.now()
    return {
      key: newKey(userId, extension),
      userId,
      spaceId: null,
      scene,
      name: '',
      extension,
      contentType: '',
      size: 0,
      width: 0,
      height: 0,
      state: UploadState.complete,
      uploadId: '',
      createdAt: now,
      changedAt: now,
    }
  }
  return {
    find,
    async require(key: string, userId: string): Promise<void> {
      if (await builtins.has(key)) return
      // Another user's file and a missing file get the same answer.
      if (!(await find(key, userId))) throw errors.notFound({ what: 'file' })
    },
    /** Accepts only files that were re-encoded as icons, which removed hidden data, and built-in icons. */
    async requireIcon(key: string, userId: string): Promise<void> {
      if (await builtins.has(key)) return
      const found = await find(key, userId)
      if (!found) throw errors.notFound({ what: 'file' })
      if (!drawn.has(found.scene)) throw uploadErrors.notAnIcon()
    },
    async requirePicture(key: string, userId: string): Promise<void> {
      const found = await find(key, userId)
      if (!found && !(await builtins.has(key))) throw errors.notFound({ what: 'file' })
      if (found && found.width === 0) throw uploadErrors.notAnImage()
    },
    /**
     * Generates an icon for a name, with an image model or drawn here. Each repetition on the same day gives another
     * one.
     */
    async generateIcon(userId: string, name: string, description: string, make?: () => Promise<Uint8Array>) {
      const before = await iconsToday(userId)
      if (before >= ICONS_A_DAY) throw uploadErrors.iconLimit({ max: ICONS_A_DAY })
      const about = `${name} ${description}`.trim()
      const bytes = make
        ? await asIcon(await make())
        : await drawIcon(`${about}#${before}`, glyphFor(before ? `${about}#${before}` : about))
      const row = {
        ...newRow(userId, GENERATED, 'png'),
        width: ICON_SIDE,
        height: ICON_SIDE,
        size: bytes.byteLength,
        contentType: 'image/png',
      }
      await blobs.put(row.key, bytes, row.contentType)
      await repo.insert(row)
      return { key: row.key, count: before + 1 }
    },
    iconsToday,
    /** Copies a file for another user, e.g. with a duplicated bot. Built-in files are not copied. */
    async copy(key: string, userId: string, spaceId: string): Promise<string> {
      if (await builtins.has(key)) return key
      const [row, blob] = [await repo.byKey(key), await blobs.get(key)]
      if (!row || !blob) return ''
      const now = clock.now()
      const copy = { ...row, key: newKey(userId, row.extension), userId, spaceId, createdAt: now, changedAt: now }
      await blobs.put(copy.key, blob.stream(), blob.contentType)
      await repo.insert(copy)
      return copy.key
    },
    /** The content, for callers that have already checked access. */
    read: (key: string): Promise<Blob | undefined> => blobs.get(key),
    async store({ userId, endUser, spaceId, scene: name, name: fileName, bytes: given }: NewFile): Promise<UploadRow> {
      const scene = scenes[name]
      checkSize(scene, given.byteLength)
      const claimed = extensionOf(fileName)
      checkKind(scene, claimed)
      const isPicture = scenes.image.accepts.has(claimed)
      const picture = isPicture ? await readPicture(given, 'icon' in scene ? scene.icon : undefined) : undefined
      const extension = picture?.extension ?? claimed
      const bytes = picture?.bytes ?? given
      const row: UploadRow = {
        ...newRow(userId, name, extension),
        spaceId: spaceId ?? null,
        name: shownName(fileName),
        contentType: contentTypes[extension] ?? 'application/octet-stream',
        size: bytes.byteLength,
        width: picture?.width ?? 0,
        height: picture?.height ?? 0,
      }
      await endUserFiles.note(row.key, userId, endUser)
      await blobs.put(row.key, bytes, row.contentType)
      await repo.insert(row)
      return row
    },
  }
}
export type UploadService = ReturnType<typeof createUploadService>

/** Re-encodes the picture, which removes hidden data. */
const asIcon = (picture: Uint8Array): Promise<Buffer> =>
  sharp(picture, { limitInputPixels: MAX_PIXELS }).resize(ICON_SIDE, ICON_SIDE, { fit: 'cover' }).png().toBuffer()
