import { Wrench } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function ToolPage() {
  return <EmptyPage icon={Wrench} page="tool" />
}
