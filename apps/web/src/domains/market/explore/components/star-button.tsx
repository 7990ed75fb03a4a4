import { Star } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { Product } from '../product-place.ts'
import { useFavourite } from '../use-favourite.ts'

/** Adds a product to the favourites of the user, or removes it. */
export function StarButton({
  meta,
  size,
  className,
}: {
  meta: Product['meta_info']
  size?: 'sm' | 'lg'
  className?: string
}) {
  const t = useT('explore')
  const toggle = useFavourite()
  return (
    <IconButton
      icon={Star}
      size={size}
      pressed={meta.is_favorited}
      label={t(meta.is_favorited ? 'unstar' : 'star', { name: meta.name })}
      className={cn(meta.is_favorited && 'text-warn [&_svg]:fill-current', className)}
      onClick={() => toggle(meta)}
    />
  )
}
