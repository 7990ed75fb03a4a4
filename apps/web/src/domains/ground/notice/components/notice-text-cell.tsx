import { useLanguage, useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { NameCell } from '#ui/table.tsx'
import { kindIcons } from '../kind-icons.ts'
import type { Waiting } from '../notice.queries.ts'

/** Returns the text of a notice in the language of the page. */
export const useNoticeText = () => {
  const [language] = useLanguage()
  return (notice: Waiting) => (language === 'en' ? notice.en : notice.zh)
}

/** Joins lines to one: sentences with a space, others with a separator. */
const inOneLine = (text: string) => text.replaceAll(/(?<=[.。])\n+/g, ' ').replaceAll(/\n+/g, ' · ')

export function NoticeTextCell({ notice, isNew = false }: { notice: Waiting; isNew?: boolean }) {
  const t = useT('notice')
  const { title, text } = useNoticeText()(notice)
  return (
    <NameCell
      tile={
        <span
          title={t(`kind.${notice.kind}`)}
          className="relative flex size-8 shrink-0 items-center justify-center rounded-lg bg-hover text-mute"
        >
          <Icon of={kindIcons[notice.kind]} />
          {isNew && <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-brand-solid" />}
        </span>
      }
      name={
        <span className={isNew ? undefined : 'font-normal'} title={title}>
          {isNew && <span className="sr-only">{`${t('unread')} `}</span>}
          {title}
        </span>
      }
      note={text && <span title={text}>{inOneLine(text)}</span>}
    />
  )
}
