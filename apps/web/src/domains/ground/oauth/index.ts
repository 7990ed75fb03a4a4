export { AppsTab } from './components/apps-tab.tsx'
