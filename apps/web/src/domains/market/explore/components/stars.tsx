import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Star } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'

const five = [1, 2, 3, 4, 5] as const
const glyph = (isFull: boolean) => (isFull ? 'fill-current text-warn' : 'text-faint')

/** Star rating. */
export function Stars({ stars, size = 14 }: { stars: number; size?: number }) {
  const t = useT('explore')
  return (
    <span role="img" aria-label={t('stars', { stars })} className="inline-flex gap-0.5">
      {five.map((item) => (
        <Icon key={item} of={Star} size={size} className={glyph(item <= Math.round(stars))} />
      ))}
    </span>
  )
}

/** The user's own rating: a choice of five, by arrow keys or click. */
export function StarChoice({ stars, onChange }: { stars: number; onChange: (stars: number) => void }) {
  const t = useT('explore')
  return (
    <RadioGroup
      aria-label={t('rate.stars')}
      value={stars}
      onValueChange={(next) => onChange(next as number)}
      className="inline-flex w-fit gap-0.5"
    >
      {five.map((item) => (
        <Radio.Root
          key={item}
          value={item}
          aria-label={t('rate.give', { count: item })}
          className="flex size-8 cursor-pointer items-center justify-center rounded-md transition-colors hover:bg-hover"
        >
          <Icon of={Star} size={20} className={cn(glyph(item <= stars), item > stars && 'text-mute')} />
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
