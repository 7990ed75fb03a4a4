import { sharp } from '#kit/sharp.ts'
import { passportErrors } from '../passport.errors.ts'

const MAX_BYTES = 2048 * 1024
const MAX_PIXELS = 40_000_000
const formats = new Set(['png', 'jpeg', 'gif', 'webp'])

/** Re-encodes the picture, which removes hidden data and SVG scripts. */
export async function reencodeImage(file: File, size = 256): Promise<Uint8Array> {
  if (file.size === 0) throw passportErrors.emptyFile()
  if (file.size > MAX_BYTES) throw passportErrors.imageTooLarge()
  const bytes = Buffer.from(await file.arrayBuffer())
  const image = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const format = await image()
    .metadata()
    .then(
      (info) => info.format,
      () => undefined,
    )
  if (!format || !formats.has(format)) throw passportErrors.notAnImage()
  return image()
    .rotate()
    .resize(size, size, { fit: 'cover' })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw passportErrors.notAnImage()
    })
}
