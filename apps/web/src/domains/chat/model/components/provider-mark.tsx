import type { PresetId } from '@orrery/contract/shared/provider-presets'
import { Server } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { providerLogos } from './provider-logos.ts'

/** The logo of a provider in the text colour, so that it is visible in both themes. */
export function ProviderMark({ preset, className }: { preset: PresetId | undefined; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-8 shrink-0 items-center justify-center rounded-md border border-line bg-card text-ink',
        className,
      )}
    >
      {preset ? <Logo url={providerLogos[preset]} /> : <Icon of={Server} />}
    </span>
  )
}

/** A mask instead of an image, because it takes the current colour. */
const Logo = ({ url }: { url: string }) => (
  <span className="size-[60%] bg-current" style={{ mask: `url("${url}") center / contain no-repeat` }} />
)
