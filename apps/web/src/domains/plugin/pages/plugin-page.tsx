import { Blocks } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function PluginPage() {
  return <EmptyPage icon={Blocks} page="plugin" />
}
