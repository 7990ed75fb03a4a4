import { Bot, Settings2, UserRound, Wrench } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ParsedMessage } from '../parse-messages.ts'

const looks = { system: Settings2, user: UserRound, assistant: Bot, tool: Wrench } as const
const roleOf = (role: string) => {
  if (role === 'developer') return 'system'
  if (role === 'model' || role === 'ai') return 'assistant'
  return role in looks ? (role as keyof typeof looks) : 'user'
}

/** The messages sent to and received from a model. */
export function MessageCards({ messages }: { messages: readonly ParsedMessage[] }) {
  const t = useT('trace')
  return messages.map(({ role, text, call }, index) => {
    const known = roleOf(role)
    return (
      <article key={index} className="rounded-md border border-line">
        <header className="flex h-9 items-center gap-2 px-3 font-medium">
          <Icon of={looks[known]} size={14} className="text-mute" />
          <span className="flex-1">{t(`role.${known}`)}</span>
          <CopyButton text={call ?? text} label={t('copyMessage')} size="sm" />
        </header>
        {text && (
          <p
            data-user-text
            className="max-h-80 overflow-y-auto border-t border-line px-3 py-2 wrap-anywhere whitespace-pre-wrap"
          >
            {text}
          </p>
        )}
        {call && (
          <pre
            data-user-text
            className="max-h-60 overflow-auto border-t border-line px-3 py-2 text-code whitespace-pre-wrap"
          >
            {call}
          </pre>
        )}
      </article>
    )
  })
}
