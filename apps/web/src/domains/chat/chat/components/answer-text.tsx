import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.Markdown })))

/** The words at once, and their form as soon as the part that draws it is here. */
export function AnswerText({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  return (
    <Suspense fallback={<p className="text-prose wrap-anywhere whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} isStreaming={isStreaming} />
    </Suspense>
  )
}
