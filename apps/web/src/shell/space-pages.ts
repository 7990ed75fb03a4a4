import type { SpaceAction } from '@orrery/contract/shared/policy'
import {
  Activity,
  ChartColumn,
  Gauge,
  LayoutGrid,
  LibraryBig,
  MessageSquareQuote,
  MessagesSquare,
  Radio,
  Rows3,
  Send,
  Tags,
  Users,
  Workflow,
} from 'lucide-react'
import type { IconType } from '#ui/icon.tsx'
import type { TextKey } from '#locales/namespaces.ts'

/** Part of a page of a space. */
interface SpaceTab {
  path: string
  name: TextKey<'shell'>
  can?: SpaceAction
}

export interface SpacePage {
  /** Below /space/{id}/. */
  path: string
  name: TextKey<'shell'>
  icon: IconType
  /** Shown to whoever may do this in the space. */
  can?: SpaceAction
  /** Tabs of the page with an address of their own, beside the first. */
  tabs?: readonly SpaceTab[]
  /** A hairline stands between the parts. */
  part: 'make' | 'watch' | 'space'
}

/** The rows of a space's submenu, in their order. */
export const spacePages = [
  { path: 'develop', name: 'nav.develop', icon: LayoutGrid, part: 'make' },
  {
    path: 'library',
    name: 'nav.library',
    icon: LibraryBig,
    tabs: [
      { path: 'library/voices', name: 'nav.voices' },
      { path: 'library/voiceprints', name: 'nav.voiceprints' },
    ],
    part: 'make',
  },
  { path: 'prompts', name: 'nav.prompts', icon: MessageSquareQuote, part: 'make' },
  { path: 'evaluate/datasets', name: 'nav.datasets', icon: Rows3, part: 'make' },
  { path: 'evaluate/tags', name: 'nav.tags', icon: Tags, part: 'make' },
  { path: 'observe/traces', name: 'nav.observe.traces', icon: Activity, part: 'watch' },
  { path: 'observe/threads', name: 'nav.observe.threads', icon: MessagesSquare, part: 'watch' },
  { path: 'observe/dashboards', name: 'nav.observe.dashboards', icon: ChartColumn, can: 'observe', part: 'watch' },
  { path: 'observe/automations', name: 'nav.observe.automations', icon: Workflow, can: 'observe', part: 'watch' },
  { path: 'observe/settings', name: 'nav.observe.settings', icon: Send, can: 'observe', part: 'watch' },
  {
    path: 'channels',
    name: 'nav.channels',
    icon: Radio,
    tabs: [{ path: 'webhooks', name: 'nav.webhooks', can: 'api' }],
    part: 'space',
  },
  { path: 'usage', name: 'nav.usage', icon: Gauge, can: 'api', part: 'space' },
  { path: 'members', name: 'nav.members', icon: Users, part: 'space' },
] as const satisfies readonly SpacePage[]

/** The tabs of a page that have addresses of their own. */
export const tabsOf = (page: SpacePage): readonly SpaceTab[] => page.tabs ?? []
