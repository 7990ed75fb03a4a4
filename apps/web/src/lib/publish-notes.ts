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
/** What stands above the channels of a bot's publish page. Parts above the studio add it. */
export const publishNotes = createRegistry<PublishNote>()
