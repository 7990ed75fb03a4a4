export { ChannelTabs } from './components/channel-tabs.tsx'
