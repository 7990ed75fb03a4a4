import type { PageTool } from '@orrery/contract/shared/interrupt-card'
import { MousePointerClick } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useChat } from '../chat-context.ts'

/** Runs a page tool for which the bot waits, once, and sends the result as the answer. */
export function ActInPage({ tool }: { tool: PageTool }) {
  const t = useT('chat')
  const { store, act } = useChat()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !act) return
    begun.current = true
    void act(tool.name, tool.arguments).then((content) => store.send({ content, contentType: 'text' }))
  }, [act, store, tool])
  return (
    <p role="status" className="flex items-center gap-2 text-small text-mute">
      <Spinner /> {t('page.acting')}
    </p>
  )
}

/** The result of the page, shown in place of a question. */
export const CompletedPageAction = ({ text }: { text: string }) => (
  <p className="flex items-start gap-2 text-small text-mute">
    <Icon of={MousePointerClick} size={14} className="mt-0.5 shrink-0" />
    <span className="line-clamp-3 wrap-anywhere">{text}</span>
  </p>
)
