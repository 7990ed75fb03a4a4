import { sharp } from '#kit/sharp.ts'
import { errors } from '#kit/errors.ts'

const MAX_PIXELS = 40_000_000

/** Re-encodes a product picture, which removes hidden data such as a location. */
export async function drawPicture(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 86 })
    .toBuffer()
    .catch(() => {
      throw errors.badInput({ problem: 'data: the image cannot be read', problemZh: 'data：无法读取图片' })
    })
}
