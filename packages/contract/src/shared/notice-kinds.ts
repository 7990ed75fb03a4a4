/** How a person is notified: in the inbox, in the inbox and by mail, or not at all. */
export const noticeWays = ['inbox', 'mail', 'off'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** The kinds of notices in the order of the settings, each with its default way. */
export const noticeKinds = [
  { kind: 'channel', way: 'mail' },
  { kind: 'delivery', way: 'inbox' },
  { kind: 'connector', way: 'inbox' },
  { kind: 'voice', way: 'inbox' },
  { kind: 'alarm', way: 'mail' },
  { kind: 'guard', way: 'mail' },
  { kind: 'release', way: 'mail' },
  { kind: 'review', way: 'inbox' },
  { kind: 'import', way: 'inbox' },
  { kind: 'experiment', way: 'inbox' },
  { kind: 'listing', way: 'inbox' },
  { kind: 'invitation', way: 'inbox' },
  { kind: 'request', way: 'inbox' },
] as const satisfies readonly { kind: string; way: NoticeWay }[]
export type NoticeKind = (typeof noticeKinds)[number]['kind']
export const noticeKindNames = noticeKinds.map(({ kind }) => kind)
