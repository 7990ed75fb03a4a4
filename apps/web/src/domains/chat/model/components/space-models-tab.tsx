import type { Space } from '@orrery/contract'
import { ModelsPanel } from './models-panel.tsx'

/** A tab of a space's settings: models that only its own bots can use. */
export function SpaceModelsTab({ space }: { space: Space }) {
  return <ModelsPanel key={space.id} scope={{ spaceId: space.id }} />
}
