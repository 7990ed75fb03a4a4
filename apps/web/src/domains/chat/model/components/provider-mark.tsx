import { type PresetId, providerPresets } from '@orrery/contract/shared/provider-presets'
import { Server } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'

/** Stands for the logo of a provider: its initials in our brand colour. */
export function ProviderMark({ preset, className }: { preset: PresetId | undefined; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-8 shrink-0 items-center justify-center rounded-md bg-brand-soft font-semibold text-brand',
        className,
      )}
    >
      {preset ? providerPresets[preset].mark : <Icon of={Server} />}
    </span>
  )
}
