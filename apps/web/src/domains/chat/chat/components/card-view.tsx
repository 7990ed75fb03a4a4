import type { ChatCard } from '@orrery/contract/shared/chat-card'
import { ExternalLink, ImageOff } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { ownPicture, safeLink } from '../safe-link.ts'
import { Picture } from './picture.tsx'

type Field = ChatCard['dsl']['fields'][number]
type Values = Record<string, unknown>

/** What a tool answered, drawn as its card says: one thing, a list, or things side by side. */
export function CardView({ card: { dsl, data } }: { card: ChatCard }) {
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

/** The first words are the heading; a field without a value takes no room. */
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

function CardPicture({ src, title }: { src: string; title: string }) {
  const own = ownPicture(src)
  if (own) return <Picture src={own} name={title} className="max-h-60 w-full rounded-md object-cover" />
  return (
    <span className="flex items-center gap-1.5 rounded-md border border-line px-2 py-1 text-small text-mute">
      <Icon of={ImageOff} size={14} className="shrink-0" />
      <CardLink address={src} title={title} />
    </span>
  )
}

function CardLink({ address, title }: { address: string; title: string }) {
  const t = useT('chat')
  const href = safeLink(address)
  if (!href) return <span className="truncate text-small text-mute">{address}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={href}
      className="link flex min-w-0 items-center gap-1 text-small"
    >
      <Icon of={ExternalLink} size={14} className="shrink-0" />
      <span className="truncate">{title || t('image.open')}</span>
    </a>
  )
}
