interface Flow {
  id: string
  name: string
}
/** A place that something can be published to. */
export interface Channel {
  id: string
  name: string
  text: string
  /** Set up: it can be chosen. */
  isReady: boolean
  /** Why it cannot be chosen, where there is more to say than that it is not connected. */
  reason: string
  /** The published version that it serves; empty when it serves none. */
  publishId: string
  versionName: string
  /** Milliseconds; 0 when it serves nothing. */
  publishedAt: number
  /** Parts that the channel can get; empty when it always gets everything. */
  flows: readonly Flow[]
  /** It gets one of them, not several. */
  isSingle: boolean
  /** Those that it got last. */
  given: readonly string[]
  /** Where a custom channel shows what was published. */
  link?: string
  /** Its maker looks at a version before it is served. */
  isInReview?: boolean
  /** The publisher connects their own account. */
  isByAccount?: boolean
  /** What the person chooses on it, and what they chose last. */
  choices?: readonly ChannelChoice[]
  chosen?: Readonly<Record<string, string>>
}
interface ChannelChoice {
  key: string
  values: readonly { value: string; label: string }[]
}
export interface Change {
  kind: 'added' | 'removed' | 'changed'
  part: string
  name: string
  detail: string
}
export interface Version {
  id: string
  name: string
  note: string
  at: number
  by: { id: string; name: string; avatarUrl: string }
  /** Ids of the channels that serve it now. */
  live: readonly string[]
}
/** Whether it is offered in the marketplace as well, and as what. */
export interface Offer {
  isOffered: boolean
  /** Others can copy and change it; otherwise they only use it. */
  isTemplate: boolean
  categoryId: string
}
export interface OfferState {
  /** How it was offered last. */
  last: Offer
  canBeTemplate: boolean
  categories: readonly { id: string; name: string }[]
}
/** What the marketplace said: why it does not take it, or whether somebody looks at it first. */
export interface OfferAnswer {
  problem: string
  isWaiting: boolean
}
export interface PublishState {
  channels: readonly Channel[]
  changes: readonly Change[]
  /** The changes in words, for a note. */
  summary: string
  /** The shown draft; publishing another one by mistake is refused. */
  draft: string
  /** The highest version that there was; empty before the first. */
  lastName: string
  /** The draft is a published version already: it keeps the name it has. */
  ownName: string
  /** The version that the draft is the same as; empty when there are changes, or none was published. */
  sameAs: string
  /** Whether the user may publish; others have read access. */
  canPublish: boolean
  /** A publication that has not reached all of its channels; empty when there is none. */
  openId: string
  /** Absent where it cannot be offered on the way. */
  offer?: OfferState
}
interface VersionPage {
  versions: readonly Version[]
  total: number
}
export interface Publication {
  channels: readonly { id: string; flows: readonly string[]; chosen?: Readonly<Record<string, string>> }[]
  versionName: string
  note: string
  draft: string
  offer?: Offer
  onOffered?: (answer: OfferAnswer) => void
}
export type StepState = 'waiting' | 'running' | 'review' | 'done' | 'failed'
/** Progress of a publication. It continues when the page is closed. */
export interface Progress {
  versionName: string
  startedAt: number
  isOver: boolean
  check: StepState
  /** Why the draft was refused. */
  reasons: readonly string[]
  freeze: StepState
  /** Reasons why no version was created, per part. */
  faults: readonly { name: string; reason: string }[]
  channels: readonly { id: string; name: string; state: StepState; at: number; reason: string }[]
}

/** What the publish page needs from the published thing. Bots and projects each provide one. */
export interface PublishPort {
  /** The resource. */
  id: string
  load: (signal: AbortSignal) => Promise<PublishState>
  versions: (page: number, signal: AbortSignal) => Promise<VersionPage>
  /** Why the draft cannot be published; nothing when it can. */
  check: (channelIds: readonly string[], draft: string) => Promise<readonly string[]>
  /** Begins, and gives the id by which the progress is asked for. */
  publish: (publication: Publication) => Promise<string>
  /** The changes in better words than those that came with the page. */
  describe?: () => Promise<string>
  progress: (publicationId: string) => Promise<Progress>
  /** Retries the failed parts of a publication. */
  retry: (publicationId: string) => Promise<unknown>
  rollback: (publishId: string) => Promise<unknown>
  unpublish: (channelIds: readonly string[]) => Promise<unknown>
  /** Where channels are connected one by one; absent where they always are. */
  bind?: (channelId: string) => Promise<unknown>
  /** What was published there goes offline. */
  unbind?: (channelId: string) => Promise<unknown>
  /** Where the person allows a channel to act for them. */
  accountAddress?: (channelId: string) => Promise<string>
  forgetAccount?: (channelId: string) => Promise<unknown>
}

/** State of a channel, from the status numbers of either server. */
export function channelState(status: number, isNext: boolean): StepState {
  if (status === 1) return 'review'
  if (status === 2) return 'done'
  if (status === 3) return 'failed'
  return isNext ? 'running' : 'waiting'
}
