import { TopicStatus } from '@orrery/contract/shared/market'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatDate, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { frontFeaturedQuery, frontTopicsQuery, refreshReview } from '../review.queries.ts'
import { TopicDialog } from './topic-dialog.tsx'

const row = 'flex min-h-11 items-center gap-3 border-b border-line py-1.5 last:border-b-0'

/** The front of the marketplace: featured products and collections. */
export function FrontView({ onOpen }: { onOpen: (productId: string) => void }) {
  const t = useT('seller')
  const featured = useQuery(frontFeaturedQuery)
  const topics = useQuery(frontTopicsQuery)
  const [isAdding, setAdding] = useState(false)
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: refreshReview,
  })
  const days = (item: { begin_time_second: string; end_time_second: string }) =>
    t('front.days', {
      from: formatDate(fromSeconds(item.begin_time_second)),
      until: formatDate(fromSeconds(item.end_time_second)),
    })
  const error = featured.error ?? topics.error
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-8 overflow-y-auto p-5">
      {error && <ErrorPanel error={error} />}
      <section aria-label={t('front.featured')}>
        <h2 className="mb-2 font-semibold">{t('front.featured')}</h2>
        {featured.data?.length === 0 && (
          <EmptyState icon={Sparkles} title={t('front.none')} text={t('front.noneText')} />
        )}
        <ul>
          {featured.data?.map(({ featured_product_config: config, meta_info: meta }) => (
            <li key={config.id} className={row}>
              <button type="button" className="truncate font-medium text-brand" onClick={() => onOpen(meta.id)}>
                {meta.name}
              </button>
              {config.is_valid && <Tag tone="ok">{t('front.now')}</Tag>}
              <span className="ml-auto shrink-0 text-small text-mute">{days(config)}</span>
              <IconButton
                kind="danger"
                icon={Trash2}
                label={t('front.remove', { name: meta.name })}
                onClick={() =>
                  change.mutate(() => api.marketShowcaseAdmin.removeFeatured({ id: config.id }, { toast: true }))
                }
              />
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('front.topics')}>
        <div className="mb-2 flex items-center justify-between gap-3">
          <h2 className="font-semibold">{t('front.topics')}</h2>
          <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
            {t('topic.new')}
          </Button>
        </div>
        <ul>
          {topics.data?.map((topic) => (
            <li key={topic.id} className={row}>
              <span className="truncate font-medium">{topic.name}</span>
              <span className="text-small text-mute">{t('topic.count', { count: topic.product_ids.length })}</span>
              <span className="ml-auto shrink-0 text-small text-mute">{days(topic)}</span>
              <Switch
                checked={topic.status === TopicStatus.listed}
                label={t('topic.shown', { name: topic.name })}
                onChange={(isShown) =>
                  change.mutate(() =>
                    api.marketShowcaseAdmin.setTopicStatus(
                      { id: topic.id, status: isShown ? TopicStatus.listed : TopicStatus.unlisted },
                      { toast: true },
                    ),
                  )
                }
              />
              <IconButton
                kind="danger"
                icon={Trash2}
                label={t('front.remove', { name: topic.name })}
                onClick={() =>
                  change.mutate(() => api.marketShowcaseAdmin.removeTopic({ id: topic.id }, { toast: true }))
                }
              />
            </li>
          ))}
        </ul>
      </section>
      {isAdding && <TopicDialog onClose={() => setAdding(false)} />}
    </div>
  )
}
