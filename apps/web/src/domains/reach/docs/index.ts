export { firstDraft, type CallDraft } from './call-draft.ts'
export { TryPanel } from './components/try-panel.tsx'
export { type Operation, type OpenApiDocument, readReference } from './reference.ts'
export type { CallAnswer } from './send-call.ts'
