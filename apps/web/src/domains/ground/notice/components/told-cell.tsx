import { useLanguage, useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { NameCell } from '#ui/table.tsx'
import { kindIcons } from '../kind-icons.ts'
import type { Waiting } from '../notice.queries.ts'

/** Returns the text of a notice in the language of the page. */
export const useWords = () => {
  const [language] = useLanguage()
  return (told: Waiting) => (language === 'en' ? told.en : told.zh)
}

/** Joins lines to one: sentences with a space, others with a separator. */
const inOneLine = (text: string) => text.replaceAll(/(?<=[.。])\n+/g, ' ').replaceAll(/\n+/g, ' · ')

export function ToldCell({ told, isNew = false }: { told: Waiting; isNew?: boolean }) {
  const t = useT('notice')
  const { title, text } = useWords()(told)
  return (
    <NameCell
      tile={
        <span
          title={t(`kind.${told.kind}`)}
          className="relative flex size-8 shrink-0 items-center justify-center rounded-lg bg-hover text-mute"
        >
          <Icon of={kindIcons[told.kind]} />
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
