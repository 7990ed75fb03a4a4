export { AppsTab } from './components/apps-tab.tsx'
export { AuthorizedTab } from './components/authorized-tab.tsx'
