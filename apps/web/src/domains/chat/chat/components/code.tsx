import { lazy, Suspense } from 'react'
import { CodeBlock } from '#ui/code-block.tsx'

const ColouredCode = lazy(() => import('./coloured-code.tsx').then((module) => ({ default: module.ColouredCode })))

/** Code in a reply: plain at once, coloured as soon as the highlighter has loaded. */
export function Code({ code, language }: { code: string; language: string | undefined }) {
  return (
    <CodeBlock className="my-2 bg-card" title={language} code={code}>
      {language && (
        <Suspense fallback={code}>
          <ColouredCode code={code} language={language} />
        </Suspense>
      )}
    </CodeBlock>
  )
}
