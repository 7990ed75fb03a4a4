interface Flow {
  id: string
  name: string
}
/** A channel to which a resource can be published. */
export interface Channel {
  id: string
  name: string
  text: string
  /** Whether the channel is set up and can be selected. */
  isReady: boolean
  /** Why the channel cannot be selected, unless it is simply not connected. */
  reason: string
  /** The publication that the channel serves; empty if it serves none. */
  publishId: string
  versionName: string
  /** In milliseconds; 0 if the channel serves nothing. */
  publishedAt: number
  /** Workflows that the channel can get; empty if it always gets everything. */
  flows: readonly Flow[]
  /** The channel gets only one of the workflows. */
  isSingle: boolean
  /** Ids of the workflows that the channel got last. */
  given: readonly string[]
  /** URL at which a custom channel shows the published resource. */
  link?: string
  /** The maker of the channel reviews a version before it is served. */
  isInReview?: boolean
  /** The publisher connects a personal account. */
  isByAccount?: boolean
  /** Settings that the publisher selects for the channel, and their last values. */
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
  /** Ids of the channels that serve this version. */
  live: readonly string[]
}
/** Whether and how the resource is listed in the marketplace. */
export interface Offer {
  isOffered: boolean
  /** Other people can copy and change it; otherwise they can only use it. */
  isTemplate: boolean
  categoryId: string
}
export interface OfferState {
  /** The last listing. */
  last: Offer
  canBeTemplate: boolean
  categories: readonly { id: string; name: string }[]
}
/** The answer of the marketplace: the reason for a rejection, or whether a person reviews the listing first. */
export interface OfferAnswer {
  problem: string
  isWaiting: boolean
}
export interface PublishState {
  channels: readonly Channel[]
  changes: readonly Change[]
  /** The changes as text, for the release note. */
  summary: string
  /** The version of the displayed draft. The server refuses to publish another one by mistake. */
  draft: string
  /** The highest version name so far; empty before the first publication. */
  lastName: string
  /** The version name that the draft already has and keeps; empty if it has none. */
  ownName: string
  /** The version that equals the draft; empty if there are changes or no versions. */
  sameAs: string
  /** Whether the user may publish; others can only view the page. */
  canPublish: boolean
  /** The unfinished publication; empty if there is none. */
  openId: string
  /** Undefined if the resource cannot be listed while publishing. */
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
  /** Reasons why the draft was rejected. */
  reasons: readonly string[]
  freeze: StepState
  /** Reasons why no version was created, per part. */
  faults: readonly { name: string; reason: string }[]
  channels: readonly { id: string; name: string; state: StepState; at: number; reason: string }[]
}

/** The calls of the publish page for one resource. Bots and projects each provide an implementation. */
export interface PublishPort {
  /** The id of the resource. */
  id: string
  load: (signal: AbortSignal) => Promise<PublishState>
  versions: (page: number, signal: AbortSignal) => Promise<VersionPage>
  /** Returns the reasons why the draft cannot be published; empty if it can. */
  check: (channelIds: readonly string[], draft: string) => Promise<readonly string[]>
  /** Starts a publication; returns its id for polling the progress. */
  publish: (publication: Publication) => Promise<string>
  /** Generates a better description of the changes than the loaded summary. */
  describe?: () => Promise<string>
  progress: (publicationId: string) => Promise<Progress>
  /** Retries the failed parts of a publication. */
  retry: (publicationId: string) => Promise<unknown>
  rollback: (publishId: string) => Promise<unknown>
  unpublish: (channelIds: readonly string[]) => Promise<unknown>
  /** Connects a channel; undefined if channels are always connected. */
  bind?: (channelId: string) => Promise<unknown>
  /** Disconnects a channel and takes its publication offline. */
  unbind?: (channelId: string) => Promise<unknown>
  /** The URL at which the person authorises a channel to act on their behalf. */
  accountAddress?: (channelId: string) => Promise<string>
  forgetAccount?: (channelId: string) => Promise<unknown>
}

/** Converts the status number of a channel, as used by bots and projects. */
export function channelState(status: number, isNext: boolean): StepState {
  if (status === 1) return 'review'
  if (status === 2) return 'done'
  if (status === 3) return 'failed'
  return isNext ? 'running' : 'waiting'
}
