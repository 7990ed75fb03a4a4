import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'

interface Picture {
  uri: string
  url: string
}

/** Pictures of a product: one large, the others as thumbnails. */
export function ProductPictures({ name, pictures }: { name: string; pictures: readonly Picture[] }) {
  const t = useT('explore')
  const [chosen, setChosen] = useState(0)
  const shown = pictures[chosen] ?? pictures[0]
  if (!shown) return null
  return (
    <div className="flex flex-col gap-2">
      <img
        src={shown.url}
        alt={t('picture', { name, at: pictures.indexOf(shown) + 1 })}
        className="aspect-[5/2] w-full rounded-lg border border-line bg-card object-contain"
      />
      {pictures.length > 1 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture, index) => (
            <li key={picture.uri}>
              <button
                type="button"
                aria-pressed={picture === shown}
                aria-label={t('pictureShow', { at: index + 1 })}
                onClick={() => setChosen(index)}
                className={cn(
                  'block h-14 w-24 overflow-hidden rounded-md border border-line',
                  picture === shown && 'border-focus ring-1 ring-focus',
                )}
              >
                <img src={picture.url} alt="" className="size-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
