import { SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { cn } from '#lib/class-names.ts'
import type { DatasetField, DatasetItem } from '../dataset.queries.ts'
import { cellText, isMediaField } from '../media-value.ts'
import { type Bubble, bubblesOf } from '../turn-bubbles.ts'
import { MediaView } from './media-view.tsx'

/** An item of several turns as a conversation: the person on the right, the answers on the left. */
export function TurnsChat({ item, fields }: { item: DatasetItem; fields: readonly DatasetField[] }) {
  const turns =
    item.repeatedData?.map(({ data }) => data.map((value) => ({ ...value, content: cellText(value) }))) ?? []
  const media = new Set(fields.filter(isMediaField).map(({ key }) => key))
  const messages = new Set(fields.filter(({ schemaKey }) => schemaKey === SchemaKey.message).map(({ key }) => key))
  return (
    <ol className="flex flex-col gap-4 p-4">
      {turns.map((values, at) => (
        <li key={at} className="flex flex-col gap-2">
          {bubblesOf(values, fields[0]?.key, messages).map((bubble, n) => (
            <Said key={n} {...bubble} isMedia={media.has(bubble.fieldKey)} />
          ))}
        </li>
      ))}
    </ol>
  )
}

function Said({ name, text, isPerson, isMedia }: Bubble & { isMedia: boolean }) {
  return (
    <div className={cn('flex max-w-[85%] flex-col gap-0.5', isPerson ? 'self-end' : 'self-start')}>
      <span data-user-text className={cn('text-small text-mute', isPerson && 'text-right')}>
        {name}
      </span>
      <div
        data-user-text
        className={cn(
          'rounded-lg px-3 py-2 wrap-anywhere whitespace-pre-wrap',
          isPerson ? 'bg-brand-soft' : 'border border-line bg-page',
        )}
      >
        {isMedia ? <MediaView text={text} /> : text}
      </div>
    </div>
  )
}
