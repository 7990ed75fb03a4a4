import type { ComponentType } from 'react'
import { createRegistry } from './registry.ts'

export interface PublishNoteProps {
  spaceId: string
  botId: string
}
interface PublishNote {
  id: string
  Note: ComponentType<PublishNoteProps>
}
/** Notes above the channels on the publish page of a bot. Higher districts than studio add them. */
export const publishNotes = createRegistry<PublishNote>()
