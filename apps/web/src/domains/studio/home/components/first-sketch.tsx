import { Bot, SendHorizontal } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { nameOf } from '../first-name.ts'

/** A preview of the described bot as a chat, clearly marked as a sketch. */
export function FirstSketch({ idea }: { idea: string }) {
  const t = useT('home')
  const text = idea.trim()
  return (
    <div aria-hidden className="flex h-full min-h-0 flex-col gap-3 p-5">
      <p className="flex min-w-0 items-center gap-2">
        <span className="flex size-7 shrink-0 items-center justify-center rounded-md bg-brand-solid text-on-brand">
          <Icon of={Bot} size={16} />
        </span>
        <span className="truncate font-semibold">{text ? nameOf(text) : t('first.unnamed')}</span>
        <Tag>{t('first.sketch')}</Tag>
        <span className="ml-auto shrink-0 text-small text-mute">{t('first.asYouType')}</span>
      </p>
      <p className="max-w-11/12 self-start rounded-lg bg-card px-3 py-2 shadow-card">{t('first.hello')}</p>
      <p className="max-w-10/12 self-end rounded-lg rounded-br-xs bg-brand-solid px-3 py-2 text-on-brand">
        {t('first.ask')}
      </p>
      <p className="max-w-11/12 self-start rounded-lg bg-card px-3 py-2 wrap-anywhere shadow-card">
        {text ? t('first.answer', { wish: text }) : t('first.answerEmpty')}
      </p>
      <p className="mt-auto flex items-center justify-between rounded-md border border-line bg-card px-3 py-2 text-mute">
        {t('first.later')}
        <Icon of={SendHorizontal} size={16} />
      </p>
    </div>
  )
}
