import type { Space } from '@orrery/contract'
import type { FeatureFlag } from '@orrery/contract/shared/feature-flags'
import type { SpaceAction } from '@orrery/contract/shared/policy'
import {
  ClipboardCheck,
  Activity,
  BookOpenText,
  BellRing,
  ChartColumn,
  FlaskConical,
  Gauge,
  LayoutGrid,
  LibraryBig,
  MessageSquareQuote,
  MessagesSquare,
  PencilLine,
  Radio,
  Rows3,
  Scale,
  Send,
  Tags,
  Users,
  UsersRound,
  Workflow,
} from 'lucide-react'
import { flags } from '#lib/feature-flags.ts'
import { mayInSpace } from '#lib/spaces.ts'
import type { IconType } from '#ui/icon.tsx'
import type { TextKey } from '#locales/namespaces.ts'

/** A tab of a page of a space. */
interface SpaceTab {
  path: string
  name: TextKey<'shell'>
  can?: SpaceAction
}

export interface SpacePage {
  /** Relative to /space/{id}/. */
  path: string
  name: TextKey<'shell'>
  icon: IconType
  /** Shown to everyone who has this right in the space. */
  can?: SpaceAction
  /** Hidden while the owner of the instance has this feature off. */
  feature?: FeatureFlag
  /** Pages of a group are shown below its row while one of them is open. */
  group?: SpaceGroup
  /** Tabs of the page that have their own address, besides the first. */
  tabs?: readonly SpaceTab[]
  /** A line separates the parts. */
  part: 'make' | 'watch' | 'space'
}

export const spaceGroups = {
  evaluate: { name: 'nav.evaluate', icon: FlaskConical },
  observe: { name: 'nav.observe', icon: Activity },
} as const satisfies Record<string, { name: TextKey<'shell'>; icon: IconType }>
type SpaceGroup = keyof typeof spaceGroups

/** The pages of the submenu of a space, in order. */
export const spacePages = [
  { path: 'develop', name: 'nav.develop', icon: LayoutGrid, part: 'make' },
  {
    path: 'library',
    name: 'nav.library',
    icon: LibraryBig,
    tabs: [
      { path: 'library/packages', name: 'nav.packages' },
      { path: 'library/voices', name: 'nav.voices' },
      { path: 'library/voiceprints', name: 'nav.voiceprints' },
    ],
    part: 'make',
  },
  { path: 'prompts', name: 'nav.prompts', icon: MessageSquareQuote, part: 'make' },
  { path: 'desk', name: 'nav.desks', icon: BookOpenText, feature: 'desks', part: 'make' },
  { path: 'evaluate/experiments', name: 'nav.experiments', icon: FlaskConical, group: 'evaluate', part: 'watch' },
  { path: 'evaluate/plans', name: 'nav.plans', icon: ClipboardCheck, group: 'evaluate', part: 'watch' },
  { path: 'evaluate/evaluators', name: 'nav.evaluators', icon: Scale, group: 'evaluate', part: 'watch' },
  { path: 'evaluate/datasets', name: 'nav.datasets', icon: Rows3, group: 'evaluate', part: 'watch' },
  { path: 'evaluate/annotation', name: 'nav.annotation', icon: PencilLine, group: 'evaluate', part: 'watch' },
  { path: 'evaluate/tags', name: 'nav.tags', icon: Tags, group: 'evaluate', part: 'watch' },
  { path: 'observe/traces', name: 'nav.observe.traces', icon: Activity, group: 'observe', part: 'watch' },
  { path: 'observe/threads', name: 'nav.observe.threads', icon: MessagesSquare, group: 'observe', part: 'watch' },
  {
    path: 'observe/dashboards',
    name: 'nav.observe.dashboards',
    icon: ChartColumn,
    can: 'observe',
    group: 'observe',
    part: 'watch',
  },
  {
    path: 'observe/users',
    name: 'nav.observe.users',
    icon: UsersRound,
    can: 'observe',
    group: 'observe',
    part: 'watch',
  },
  {
    path: 'observe/automations',
    name: 'nav.observe.automations',
    icon: Workflow,
    can: 'observe',
    group: 'observe',
    part: 'watch',
  },
  {
    path: 'observe/alarms',
    name: 'nav.observe.alarms',
    icon: BellRing,
    can: 'observe',
    group: 'observe',
    part: 'watch',
  },
  {
    path: 'observe/settings',
    name: 'nav.observe.settings',
    icon: Send,
    can: 'observe',
    group: 'observe',
    part: 'watch',
  },
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

/** The tabs of a page that have their own address. */
export const tabsOf = (page: SpacePage): readonly SpaceTab[] => page.tabs ?? []

/** Whether a page or one of its tabs is shown to the user in a space. */
export const isShown = ({ can, feature }: Pick<SpacePage, 'path' | 'can' | 'feature'>, space: Space): boolean =>
  (!can || mayInSpace(space, can)) && (!feature || flags.isOn(feature))
