export type { CallRoom } from './call.ts'
export { CallButton } from './components/call-button.tsx'
