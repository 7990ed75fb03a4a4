import { Database } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function DatabasePage() {
  return <EmptyPage icon={Database} page="database" />
}
