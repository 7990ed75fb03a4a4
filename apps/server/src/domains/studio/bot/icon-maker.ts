import { ModelType } from '@orrery/contract'
import type { Egress } from '#kit/egress/egress.ts'
import { makePicture } from '#kit/models/image-model.ts'
import { modelErrors } from '#kit/models/model-errors.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'

const MAX_PICTURE = 10 * 1024 * 1024
const SIZE = '1024x1024'

interface Wanted {
  spaceId: string | undefined
  name: string
  description: string
  signal: AbortSignal
}

/** Generates icons with an image model of the space or the instance. Returns undefined if there is none. */
export function createIconMaker({ models, egress }: { models: Pick<ModelService, 'list'>; egress: Egress }) {
  return async ({ spaceId, name, description, signal }: Wanted): Promise<(() => Promise<Uint8Array>) | undefined> => {
    const found = (await models.list(spaceId)).find((model) => model.type === ModelType.image && model.enabled)
    if (!found) return undefined
    const about = [name, description].filter(Boolean).join(': ')
    const prompt = `A flat, simple app icon, centred, on a plain background, without any letters, for “${about}”`
    return async () => {
      const picture = await makePicture(found.config, egress, { prompt, size: SIZE, signal })
      if ('base64' in picture) return Buffer.from(picture.base64, 'base64')
      const answer = await egress.fetch(picture.url, { maxBytes: MAX_PICTURE, signal })
      if (!answer.ok) throw modelErrors.noPicture({ provider: found.config.providerName, model: found.config.model })
      return answer.bytes()
    }
  }
}
export type IconMaker = ReturnType<typeof createIconMaker>
