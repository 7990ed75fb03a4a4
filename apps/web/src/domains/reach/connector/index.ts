export { ConnectorsTab } from './components/connectors-tab.tsx'
