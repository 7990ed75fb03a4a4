export { NetworkTab } from './network-tab.tsx'
