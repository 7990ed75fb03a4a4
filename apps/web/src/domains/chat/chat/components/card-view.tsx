import type { ChatCard } from '@orrery/contract/shared/chat-card'
import { lazy, Suspense } from 'react'
import { CardLink, CardPicture } from './card-media.tsx'
import type { CardPress } from './drawn-card.tsx'

// Designed cards are rare, so visitors of a public page do not wait for their code.
const DesignedCard = lazy(() => import('./designed-card.tsx').then((module) => ({ default: module.DesignedCard })))

type Field = ChatCard['dsl']['fields'][number]
type Values = Record<string, unknown>

/** The answer of a tool in its card: a single item, a list, or a row. */
export function CardView({ card, press }: { card: ChatCard; press?: CardPress }) {
  const { dsl } = card
  if (dsl.design)
    return (
      <Suspense fallback={<p className="whitespace-pre-wrap">{card.text}</p>}>
        <DesignedCard card={card} design={dsl.design} press={press} />
      </Suspense>
    )
  return <FieldCard card={card} />
}

function FieldCard({ card: { dsl, data } }: { card: ChatCard }) {
  const list = dsl.fields.find((field) => field.type === 'list')
  const items = list && data[list.name]
  if (!list || !Array.isArray(items))
    return (
      <section
        aria-label={dsl.name}
        className="w-full max-w-md self-start overflow-hidden rounded-xl border border-line bg-card p-3"
      >
        <Fields fields={dsl.fields} values={data} />
      </section>
    )
  const fields = dsl.fields.filter((field) => field !== list)
  const isRow = dsl.display === 'slide'
  return (
    <ul
      aria-label={dsl.name}
      className={
        isRow
          ? 'flex max-w-full gap-2 self-start overflow-x-auto pb-1'
          : 'w-full max-w-md divide-y divide-line self-start rounded-xl border border-line bg-card'
      }
    >
      {items.map((item: unknown, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- the items of an answer never change
          key={index}
          className={isRow ? 'w-56 shrink-0 rounded-xl border border-line bg-card p-3' : 'px-3 py-2'}
        >
          <Fields fields={fields} values={isValues(item) ? item : {}} />
        </li>
      ))}
    </ul>
  )
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The first text is the heading; fields without a value are omitted. */
function Fields({ fields, values }: { fields: readonly Field[]; values: Values }) {
  const shown = fields.filter((field) => !isNothing(values[field.name]))
  const heading = shown.find((field) => field.type !== 'image' && field.type !== 'link')
  return (
    <div className="flex flex-col gap-1.5">
      {shown.map((field) => {
        const value = values[field.name]
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
        if (field.type === 'image') return <CardPicture key={field.name} src={text} title={field.title} />
        if (field.type === 'link') return <CardLink key={field.name} address={text} title={field.title} />
        return (
          <p
            key={field.name}
            className={
              field === heading ? 'font-semibold wrap-anywhere' : 'wrap-anywhere whitespace-pre-wrap text-mute'
            }
          >
            {text}
          </p>
        )
      })}
    </div>
  )
}
