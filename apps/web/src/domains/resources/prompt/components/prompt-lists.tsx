import type { Prompt } from '@orrery/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Quote } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { officialPromptsQuery, ownPromptsQuery } from '../prompt.queries.ts'

interface ListProps {
  word: string
  chosen: Prompt | null
  onChoose: (prompt: Prompt) => void
}

export function OfficialPrompts({ word, chosen, onChoose }: ListProps) {
  const [language] = useLanguage()
  const { data, error } = useQuery(officialPromptsQuery(word, language))
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Loading />
  if (data.length === 0) return <NoMatch />
  return <Rows prompts={data} chosen={chosen} onChoose={onChoose} />
}

export function OwnPrompts(props: ListProps & { spaceId: string; onCreate: () => void }) {
  const { spaceId, word, chosen, onChoose, onCreate } = props
  const t = useT('prompt')
  const query = useInfiniteQuery(ownPromptsQuery(spaceId, word))
  if (query.error && !query.data) return <ErrorPanel error={query.error} />
  if (!query.data) return <Loading />
  const prompts = query.data.pages.flatMap((page) => page.prompts)
  if (prompts.length === 0 && word) return <NoMatch />
  if (prompts.length === 0)
    return (
      <EmptyState
        icon={Quote}
        title={t('own.empty')}
        text={t('own.empty.text')}
        action={<Button onClick={onCreate}>{t('library.create')}</Button>}
      />
    )
  return (
    <>
      <Rows prompts={prompts} chosen={chosen} onChoose={onChoose} />
      <InfiniteSentinel query={query} />
    </>
  )
}

function Rows({ prompts, chosen, onChoose }: Omit<ListProps, 'word'> & { prompts: readonly Prompt[] }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {prompts.map((prompt) => (
        <li key={prompt.id}>
          <button
            type="button"
            aria-pressed={prompt.id === chosen?.id}
            onClick={() => onChoose(prompt)}
            className={cn(
              'focus-inset w-full rounded-md px-2.5 py-2 text-left hover:bg-hover',
              prompt.id === chosen?.id && 'bg-brand-soft hover:bg-brand-soft',
            )}
          >
            <span className="block truncate font-medium">{prompt.name}</span>
            <span className="line-clamp-2 text-small text-mute">{prompt.description || prompt.prompt_text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Loading() {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-13" />
      ))}
    </div>
  )
}
