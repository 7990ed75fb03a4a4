import { Blocks } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function PluginStorePage() {
  return <EmptyPage icon={Blocks} page="pluginStore" />
}
