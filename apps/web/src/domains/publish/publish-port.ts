/** A place that something can be published to. */
export interface Channel {
  id: string
  name: string
  text: string
  /** Set up: it can be chosen. */
  isReady: boolean
  /** The published version that it serves; empty when it serves none. */
  publishId: string
  versionName: string
  /** Milliseconds; 0 when it serves nothing. */
  publishedAt: number
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
export interface PublishState {
  channels: readonly Channel[]
  changes: readonly Change[]
  /** The changes in words, for a note. */
  summary: string
  /** The draft that is looked at; publishing another one by mistake is refused. */
  draft: string
  /** The highest version that there was; empty before the first. */
  lastName: string
  /** The draft is a published version already: it keeps the name it has. */
  ownName: string
}
export interface VersionPage {
  versions: readonly Version[]
  total: number
}
export interface Publication {
  channelId: string
  versionName: string
  note: string
  draft: string
}

/** What the publish page needs of the thing that is published: bots have one, projects will have theirs. */
export interface PublishPort {
  /** The resource. */
  id: string
  load: (signal: AbortSignal) => Promise<PublishState>
  versions: (page: number, signal: AbortSignal) => Promise<VersionPage>
  /** Why the draft cannot be published; nothing when it can. */
  check: (channelIds: readonly string[], draft: string) => Promise<readonly string[]>
  /** To one channel. The same draft again, to another one, stays one version. Gives the name that the version has. */
  publish: (publication: Publication) => Promise<string>
  rollback: (publishId: string) => Promise<unknown>
  unpublish: (channelIds: readonly string[]) => Promise<unknown>
}
