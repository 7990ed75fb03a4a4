import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import type { DatasetField, DatasetItem } from '../dataset.queries.ts'

interface FillPreviewProps {
  fields: readonly DatasetField[]
  /** The key of the column to fill. */
  output: string
  items: readonly DatasetItem[]
  errorMsg: string
}

/** A preview of the first rows. */
export function FillPreview({ fields, output, items, errorMsg }: FillPreviewProps) {
  const t = useT('dataset')
  const nameOf = (key: string) => fields.find((field) => field.key === key)?.name ?? key
  return (
    <div className="flex flex-col gap-2">
      {errorMsg && (
        <Banner tone="err" inset>
          {errorMsg}
        </Banner>
      )}
      <ol aria-label={t('fill.previewTitle')} className="flex flex-col">
        {items.map(({ itemID, data = [] }) => (
          <li key={itemID} className="flex flex-col gap-1 border-b border-line py-2 last:border-b-0">
            {data
              .filter(({ key }) => key !== output)
              .map(({ key, content }) => (
                <p key={key} data-user-text className="line-clamp-2 text-small wrap-anywhere text-mute">
                  {nameOf(key)}: {content}
                </p>
              ))}
            <p data-user-text className="rounded-sm bg-ok-soft px-1.5 py-0.5 wrap-anywhere">
              {data.find(({ key }) => key === output)?.content || t('fill.nothing')}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}
