import { lazy, Suspense } from 'react'
import type { TextEditorProps } from './text-editor.tsx'

const Editor = lazy(async () => ({ default: (await import('./text-editor.tsx')).TextEditor }))

/** Loads the editor when the first form with a text opens; until then the plain text is shown. */
export function LazyEditor(props: TextEditorProps) {
  return (
    <Suspense
      fallback={
        <pre className="h-full overflow-hidden px-2.5 py-1.5 font-sans text-prose whitespace-pre-wrap">
          {props.value}
        </pre>
      }
    >
      <Editor {...props} />
    </Suspense>
  )
}
