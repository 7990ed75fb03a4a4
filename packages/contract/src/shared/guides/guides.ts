import { clients, poll, stream } from './chat-guides.ts'
import type { Guide } from './guide.ts'
import { widget } from './widget-guide.ts'
import { files, usage, webhooks, workflows } from './work-guides.ts'

export { type ExampleLanguage, type Guide, type GuideLanguage, guideLanguages } from './guide.ts'
/** In the order in which they are shown. */
export const guides: Guide[] = [stream, poll, clients, files, workflows, widget, webhooks, usage]
