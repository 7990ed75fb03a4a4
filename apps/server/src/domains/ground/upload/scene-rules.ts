import { sharp } from '#kit/sharp.ts'
import { uploadErrors } from './upload.errors.ts'

const MB = 1024 * 1024
const ICON_BYTES = 2048 * 1024
const MAX_PIXELS = 40_000_000

const extensions = {
  image: 'png jpg jpeg gif webp',
  document:
    'pdf doc docx xls xlsx csv tsv ppt pptx txt md markdown json jsonl parquet xml yaml yml html htm epub srt log',
  media: 'mp3 wav ogg m4a aac amr flac opus mp4 webm mov m4v avi mkv',
  archive: 'zip tar gz 7z rar',
  code: 'py js ts tsx jsx mjs java c h cpp hpp cs go rs rb php swift kt sql sh css scss vue ipynb toml ini',
}
const setOf = (...lists: string[]) => new Set(lists.flatMap((list) => list.split(' ')))
const images = setOf(extensions.image)
const anything = setOf(...Object.values(extensions))

/** The purpose of a file, which determines what is accepted. */
export interface Scene {
  maxBytes: number
  accepts: ReadonlySet<string>
  /** If set, the file is re-encoded at this size, which removes hidden data. */
  icon?: number
}
export const scenes = {
  icon: { maxBytes: ICON_BYTES, accepts: images, icon: 512 },
  image: { maxBytes: 20 * MB, accepts: images },
  file: { maxBytes: 100 * MB, accepts: anything },
} as const satisfies Record<string, Scene>
export type SceneName = keyof typeof scenes

export const contentTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
}

/** The extension in any notation: `../../Photo.PNG`, `.png` and `png` all give `png`. */
export function extensionOf(text: string): string {
  const last = text.trim().toLowerCase().split(/[\\/]/).at(-1)!.split('.').at(-1)!
  return /^[a-z0-9]{1,8}$/.test(last) ? last : ''
}

export function checkKind(scene: Scene, extension: string) {
  if (scene.accepts.has(extension)) return
  if (scene.accepts === images) throw uploadErrors.notAnImage()
  throw uploadErrors.wrongType({ type: extension || '?' })
}
export function checkSize(scene: Scene, bytes: number) {
  if (bytes <= 0) throw uploadErrors.emptyFile()
  if (bytes > scene.maxBytes) throw tooLarge(scene)
}
export const tooLarge = ({ icon, maxBytes }: Scene) =>
  icon ? uploadErrors.imageTooLarge() : uploadErrors.fileTooLarge({ max: Math.floor(maxBytes / MB) })

export interface Picture {
  bytes: Buffer
  extension: string
  width: number
  height: number
}
const formats: Record<string, string> = { png: 'png', jpeg: 'jpg', gif: 'gif', webp: 'webp' }

/** Determines the type from the content, not from the name. */
export async function readPicture(bytes: Buffer, iconSize?: number): Promise<Picture> {
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const info = await open()
    .metadata()
    .catch((cause: Error) => {
      if (cause.message.includes('pixel limit')) throw uploadErrors.tooManyPixels({ max: MAX_PIXELS / 1_000_000 })
      return undefined
    })
  const extension = info && formats[info.format]
  if (!extension) throw uploadErrors.notAnImage()
  if (!iconSize) return { bytes, extension, width: info.width, height: info.height }
  const drawn = await open()
    .rotate()
    .resize(iconSize, iconSize, { fit: 'cover' })
    .webp({ quality: 88 })
    .toBuffer()
    .catch(() => {
      throw uploadErrors.notAnImage()
    })
  return { bytes: drawn, extension: 'webp', width: iconSize, height: iconSize }
}

/** The name to show: without folders, control characters and text-direction marks. */
export function shownName(text: string): string {
  const last = text.normalize().split(/[\\/]/).at(-1) ?? ''
  return [
    ...last
      .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
      .replace(/^\.+/, '')
      .trim(),
  ]
    .slice(0, 200)
    .join('')
}
