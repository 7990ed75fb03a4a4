import { useT } from '#lib/i18n.ts'
import { cn } from '#lib/class-names.ts'
import type { Caption } from '../call-state.ts'

const comeIntoSight = (item: HTMLLIElement | null) => item?.scrollIntoView({ block: 'nearest' })

/** The captions of both sides; the newest is last and scrolled into view. */
export function CaptionList({ captions, name }: { captions: readonly Caption[]; name: string }) {
  const t = useT('call')
  if (captions.length === 0) return <p className="text-center text-small text-mute">{t('captions.none')}</p>
  return (
    <ol
      aria-label={t('captions')}
      aria-live="polite"
      tabIndex={0}
      className="flex max-h-50 flex-col gap-3 overflow-y-auto rounded-md"
    >
      {captions.map(({ id, who, speaker, text, isCut }) => (
        <li key={id} className={cn('flex flex-col wrap-anywhere', who === 'you' && 'items-end text-right')}>
          <span className="text-small text-mute">{who === 'bot' ? name : speaker || t('you')}</span>
          <span>
            {text}
            {isCut && <span className="ml-2 text-small text-mute">{t('interrupted')}</span>}
          </span>
        </li>
      ))}
      {/* A new element for each word, so that it scrolls into view when it is mounted. */}
      <li key={`end-${captions.length}-${captions.at(-1)?.text.length}`} ref={comeIntoSight} aria-hidden />
    </ol>
  )
}
