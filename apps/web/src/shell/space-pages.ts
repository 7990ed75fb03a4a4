import type { SpaceAction } from '@orrery/contract/shared/policy'
import { Gauge, LayoutGrid, LibraryBig, Radio, Users, Webhook } from 'lucide-react'
import type { IconType } from '#ui/icon.tsx'
import type { TextKey } from '#locales/namespaces.ts'

export interface SpacePage {
  /** Below /space/{id}/. */
  path: string
  name: TextKey<'shell'>
  icon: IconType
  /** Shown to whoever may do this in the space. */
  can?: SpaceAction
  /** A hairline stands between the parts. */
  part: 'make' | 'watch' | 'space'
}

/** The rows of a space's submenu, in their order. */
export const spacePages = [
  { path: 'develop', name: 'nav.develop', icon: LayoutGrid, part: 'make' },
  { path: 'library', name: 'nav.library', icon: LibraryBig, part: 'make' },
  { path: 'channels', name: 'nav.channels', icon: Radio, part: 'space' },
  { path: 'webhooks', name: 'nav.webhooks', icon: Webhook, can: 'api', part: 'space' },
  { path: 'usage', name: 'nav.usage', icon: Gauge, can: 'api', part: 'space' },
  { path: 'members', name: 'nav.members', icon: Users, part: 'space' },
] as const satisfies readonly SpacePage[]
