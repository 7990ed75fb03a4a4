import { Search } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function SearchPage() {
  return <EmptyPage icon={Search} page="search" />
}
