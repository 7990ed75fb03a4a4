import { LoaderCircle } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { Icon } from './icon.tsx'

/** Only beside text that describes the running work, or inside a button. */
export function Spinner({ size = 14, className }: { size?: number; className?: string }) {
  return <Icon of={LoaderCircle} size={size} className={cn('shrink-0 animate-spin', className)} />
}
