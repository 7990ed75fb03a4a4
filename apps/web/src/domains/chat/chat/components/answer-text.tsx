import { lazy, Suspense } from 'react'
import { cn } from '#lib/class-names.ts'

const Markdown = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.Markdown })))

/** The words at once, and their form as soon as the part that draws it is here. */
export function AnswerText({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  return (
    <Suspense
      fallback={
        <div className={cn('text-prose wrap-anywhere whitespace-pre-wrap', isStreaming && 'writing')}>
          <p>{text}</p>
        </div>
      }
    >
      <Markdown text={text} isStreaming={isStreaming} />
    </Suspense>
  )
}
