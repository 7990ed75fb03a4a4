import { later } from '#ui/later.tsx'

/** What only the studio draws: pages of visitors come without it. */
export const InterfacePage = later(async () => (await import('./editor/interface-page.tsx')).InterfacePage)
/** The draft of a bot, for those who may see it. */
export const DraftChat = later(async () => (await import('./editor/draft-chat.tsx')).DraftChat)
export const InterfaceRights = later(async () => (await import('./rights/interface-rights.tsx')).InterfaceRights)
export const PublisherPicture = later(async () => (await import('./rights/publisher-picture.tsx')).PublisherPicture)
