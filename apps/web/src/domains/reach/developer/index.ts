export { DeveloperTab } from './components/developer-tab.tsx'
