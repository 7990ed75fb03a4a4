import { useEffect, useRef } from 'react'
import { useT } from '#lib/i18n.ts'
import type { Caption } from '../call-state.ts'

/** What both sides said, the newest last and in sight. */
export function CaptionList({ captions, name }: { captions: readonly Caption[]; name: string }) {
  const t = useT('call')
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [captions])
  if (captions.length === 0) return <p className="text-small text-mute">{t('captions.none')}</p>
  return (
    <ol aria-label={t('captions')} aria-live="polite" className="flex max-h-50 flex-col gap-2 overflow-y-auto">
      {captions.map(({ id, who, text, isCut }) => (
        <li key={id} className="wrap-anywhere">
          <span className="mr-2 text-small text-mute">{who === 'you' ? t('you') : name}</span>
          {text}
          {isCut && <span className="ml-2 text-small text-mute">{t('interrupted')}</span>}
        </li>
      ))}
      <li ref={end} aria-hidden />
    </ol>
  )
}
