export { PublishPage } from './components/publish-page.tsx'
export type { Channel, Publication, PublishPort, PublishState, Version } from './publish-port.ts'
export { refreshPublish } from './publish.queries.ts'
