import { DraftStatus } from '@orrery/contract/shared/market'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { api } from '#lib/api.ts'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { platformName } from '#lib/title.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AnswerText } from '#domains/chat/chat/index.ts'
import { ProductContents, productPlace, ProductTools, tileOfProduct } from '#domains/market/explore/index.ts'
import { ListingTags } from '#domains/market/seller/index.ts'
import { refreshReview, reportsOfQuery, reviewedQuery, waitingQuery } from '../review.queries.ts'
import { ReviewActions } from './review-actions.tsx'

const OPEN = 1

/** A product in its submitted version, if there is one, with the reports about it. */
export function ReviewSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('seller')
  const { data: product, error } = useQuery(reviewedQuery(id))
  const isWaiting = product?.audit_status === DraftStatus.pending
  const { data: waiting, error: unread } = useQuery(waitingQuery(id, isWaiting))
  if (!product)
    return (
      <SideSheet kind="review" place="over" width={520} title={t('product')} onClose={onClose}>
        <div className="p-5">{error ? <ErrorPanel error={error} /> : <Skeleton className="h-24" />}</div>
      </SideSheet>
    )
  const { meta_info: meta } = product
  const seen = isWaiting ? waiting : undefined
  const text = seen ?? meta
  const pictures = seen?.covers ?? meta.covers
  const maker = meta.is_official ? platformName : (meta.user_info?.name ?? '')
  return (
    <SideSheet
      kind="review"
      place="over"
      width={520}
      tile={<PictureTile id={meta.id} kind={tileOfProduct(product)} src={meta.icon_url} size={36} />}
      title={text.name}
      caption={seen ? `${maker} · ${seen.version}` : maker}
      actions={
        <IconButton
          icon={ArrowUpRight}
          label={t('open')}
          nativeButton={false}
          render={<Link {...productPlace(meta)} />}
        />
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 p-5">
        <ListingTags status={meta.status} draft={product.audit_status} reason={product.reject_reason} />
        <ReviewActions product={product} />
        {unread && <ErrorPanel error={unread} />}
        {seen?.note && <p>{t('review.note', { note: seen.note })}</p>}
        <p className="font-medium wrap-anywhere">{text.description}</p>
        {text.readme && <AnswerText text={text.readme} isStreaming={false} />}
        {pictures.length > 0 && (
          <ul className="grid grid-cols-2 gap-2">
            {pictures.map((picture, index) => (
              <li key={picture.uri}>
                <img
                  src={picture.url}
                  alt={t('pictures.one', { at: index + 1 })}
                  className="aspect-[5/3] w-full rounded-md border border-line object-contain"
                />
              </li>
            ))}
          </ul>
        )}
        <ProductContents contents={seen?.contents ?? product.contents} />
        <ProductTools tools={seen?.tools ?? product.plugin_extra?.tools ?? []} />
      </div>
      <Reports id={id} />
    </SideSheet>
  )
}

function Reports({ id }: { id: string }) {
  const t = useT('seller')
  const { data: reports = [] } = useQuery(reportsOfQuery(id))
  const close = useMutation({
    mutationFn: () => api.report.close({ object_id: id }, { toast: true }),
    onSuccess: refreshReview,
  })
  if (reports.length === 0) return null
  return (
    <SheetSection
      title={t('review.reported')}
      tools={
        reports.some((report) => report.report_status === OPEN) && (
          <Button size="xs" busy={close.isPending} onClick={() => close.mutate()}>
            {t('report.close')}
          </Button>
        )
      }
    >
      <ul>
        {reports.map((report) => (
          <li key={report.report_id} className="flex flex-col border-b border-line py-2 last:border-b-0">
            <span className="flex justify-between gap-3 text-small text-mute">
              <span>{report.report_user_name}</span>
              <DateTime at={fromSeconds(report.report_time)} />
            </span>
            <span className="font-medium">{report.reason_codes_str.join(' · ')}</span>
            {report.description && <span className="wrap-anywhere">{report.description}</span>}
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}
