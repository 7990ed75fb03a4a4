import { PROMPT_PLATFORM_LIMITS } from '@orrery/contract/shared/prompt-enums'
import { readBase64 } from '#lib/read-file.ts'

export interface ImageContent {
  mime_type: string
  data: string
}
const widest = 1280
const kept = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const quality = 0.85

/** Encodes an image small enough for a prompt: unchanged, or scaled down. */
export async function imageContent(file: File): Promise<ImageContent> {
  if (kept.has(file.type)) {
    const data = await readBase64(file)
    if (data.length <= PROMPT_PLATFORM_LIMITS.image) return { mime_type: file.type, data }
  }
  const picture = await createImageBitmap(file)
  for (let width = Math.min(widest, picture.width); ; width = Math.floor(width / 2)) {
    const canvas = new OffscreenCanvas(width, Math.max(1, Math.round((picture.height * width) / picture.width)))
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const data = await readBase64(await canvas.convertToBlob({ type: 'image/jpeg', quality }))
    if (data.length <= PROMPT_PLATFORM_LIMITS.image || width < 64) return { mime_type: 'image/jpeg', data }
  }
}
export const dataUrlOf = ({ mime_type: type, data }: ImageContent): string => `data:${type};base64,${data}`
