export type { CallRoom } from './call-socket.ts'
export { CallButton } from './components/call-button.tsx'
