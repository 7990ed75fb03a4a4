export { EgressTab, SearchTab } from './network-pages.tsx'
