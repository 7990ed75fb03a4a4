import { useRouter } from '@tanstack/react-router'
import { fromSeconds, formatTime } from '#lib/format.ts'
import { PictureTile } from '#ui/picture-tile.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { linkOf, tileOf } from '#lib/resource-kinds.ts'
import type { SearchFound } from '../search.queries.ts'
import { MarkedText } from './marked-text.tsx'

/** A search result: name, reason of the match, owner. */
export function FoundRow({ found }: { found: SearchFound }) {
  const { history } = useRouter()
  const place = linkOf(found)
  return (
    <li className="border-b border-line last:border-b-0">
      <a
        href={place}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          history.push(place)
        }}
        className="focus-inset flex items-center gap-3 px-4 py-3 hover:bg-page"
      >
        {found.kind === 'bot' || found.kind === 'project' ? (
          <PictureTile id={found.id} kind={found.kind} src={found.icon_url} size={30} />
        ) : (
          <TypeTile kind={tileOf(found)} size={30} />
        )}
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">
            <MarkedText text={found.name} marks={found.name_marks} />
          </span>
          {found.excerpt && (
            <span className="line-clamp-2 text-small text-mute">
              <MarkedText text={found.excerpt} marks={found.excerpt_marks} />
            </span>
          )}
        </span>
        <span className="w-44 shrink-0 truncate text-small text-mute max-md:hidden">{found.space_name}</span>
        <span className="w-28 shrink-0 text-right text-small text-mute max-sm:hidden">
          {formatTime(fromSeconds(found.edit_time))}
        </span>
      </a>
    </li>
  )
}
