import { lazy, Suspense } from 'react'
import { cn } from '#lib/class-names.ts'

const Markdown = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.Markdown })))

/** Shows plain text at once, and formats it as soon as the Markdown component has loaded. */
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
