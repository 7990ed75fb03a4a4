import { later } from '#ui/later.tsx'

/** Parts that only the studio uses, loaded lazily so that visitor pages do not contain them. */
export const InterfacePage = later(async () => (await import('./editor/interface-page.tsx')).InterfacePage)
/** The chat with the draft of a bot, for people who may view it. */
export const DraftChat = later(async () => (await import('./editor/draft-chat.tsx')).DraftChat)
export const InterfaceRights = later(async () => (await import('./rights/interface-rights.tsx')).InterfaceRights)
export const PublisherPicture = later(async () => (await import('./rights/publisher-picture.tsx')).PublisherPicture)
