import { Store } from '../components/store.tsx'

export function PluginStorePage() {
  return <Store store="plugin" />
}
