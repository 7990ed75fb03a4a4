export { PublishPage } from './components/publish-page.tsx'
export { PublishSkeleton } from './components/publish-skeleton.tsx'
export { channelState } from './publish-port.ts'
export type { Channel, OfferState, Progress, PublishPort, Version } from './publish-port.ts'
