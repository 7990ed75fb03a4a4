export { MarketTab } from './components/market-tab.tsx'
