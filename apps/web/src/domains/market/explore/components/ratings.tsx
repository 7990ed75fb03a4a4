import { useInfiniteQuery } from '@tanstack/react-query'
import { formatNumber, fromSeconds } from '#lib/format.ts'
import { useVisitor } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ratingsQuery } from '../explore.queries.ts'
import { entityName, type Product } from '../product-place.ts'
import { OwnRating } from './own-rating.tsx'
import { Stars } from './stars.tsx'

/** Ratings by users of a product. */
export function Ratings({
  meta: { id, rating, is_official: isOfficial, entity_type: type },
}: {
  meta: Product['meta_info']
}) {
  const t = useT('explore')
  const isVisitor = useVisitor() === null
  const query = useInfiniteQuery(ratingsQuery(id))
  const first = query.data?.pages[0]
  const ratings = query.data?.pages.flatMap((page) => page.ratings) ?? []
  return (
    <section aria-labelledby="ratings" className="flex flex-col gap-4">
      <h2 id="ratings" className="text-title font-semibold">
        {t('ratings')}
      </h2>
      {query.error && !first ? (
        <ErrorPanel error={query.error} />
      ) : !first ? (
        <Skeleton className="h-24" />
      ) : (
        <>
          {first.total > 0 ? (
            <Summary rating={rating} counts={first.counts} total={first.total} />
          ) : (
            <p className="text-mute">{t('ratings.none')}</p>
          )}
          {first.may_rate ? (
            <OwnRating id={id} own={first.own} />
          ) : (
            <p className="rounded-lg border border-line bg-card p-4 text-mute">
              {t(
                isVisitor
                  ? 'rate.signIn'
                  : isOfficial && entityName(type) === 'plugin'
                    ? 'rate.giveFirst'
                    : 'rate.useFirst',
              )}
            </p>
          )}
          <ul className="flex flex-col">
            {ratings.map((rating) => (
              <li key={rating.user_info.user_id} className="flex gap-3 border-b border-line py-3 last:border-b-0">
                <Avatar
                  id={rating.user_info.user_id}
                  name={rating.user_info.name}
                  src={rating.user_info.avatar_url}
                  decorative
                />
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-3">
                    <span className="font-medium">{rating.user_info.name}</span>
                    <Stars stars={rating.stars} />
                    <DateTime at={fromSeconds(rating.rated_at)} className="text-small text-mute" />
                  </p>
                  {rating.comment && <p className="wrap-anywhere whitespace-pre-line">{rating.comment}</p>}
                </div>
              </li>
            ))}
          </ul>
          {query.hasNextPage && (
            <div>
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('ratings.more')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Summary({ rating, counts, total }: { rating: number; counts: readonly number[]; total: number }) {
  const t = useT('explore')
  return (
    <div className="flex items-center gap-8">
      <div className="flex flex-col items-start gap-1">
        <span className="text-[2rem] leading-none font-semibold">{rating.toFixed(1)}</span>
        <Stars stars={rating} />
        <span className="text-small text-mute">{t('ratings.count', { count: total })}</span>
      </div>
      <ul className="flex max-w-80 flex-1 flex-col gap-1">
        {counts
          .map((n, index) => ({ n, stars: index + 1 }))
          .toReversed()
          .map(({ n, stars }) => (
            <li key={stars} className="flex items-center gap-2 text-small text-mute">
              <span className="w-14 shrink-0">{t('rate.give', { count: stars })}</span>
              <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-hover">
                <span
                  className="block h-full rounded-full bg-warn-solid"
                  style={{ width: `${(n / Math.max(1, total)) * 100}%` }}
                />
              </span>
              <span className="w-8 text-right tabular-nums">{formatNumber(n)}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}
