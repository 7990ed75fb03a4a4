export { InterfacePage } from './editor/interface-page.tsx'
export { type InterfacePort, readSource } from './runtime/interface-port.ts'
export { InterfaceView } from './runtime/interface-view.tsx'
export { useIsPhone, useRuntime } from './runtime/use-runtime.ts'
