import { useStored } from '#lib/local-store.ts'
import { useT } from '#lib/i18n.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { CallDraft } from '../call-draft.ts'
import type { Operation } from '../reference.ts'
import { snippet, type SnippetKind, snippetKinds } from '../snippets.ts'

const names: Record<SnippetKind, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' }

/** The filled-in call as code in the chosen language. The choice is remembered. */
export function SnippetView({ operation, draft }: { operation: Operation; draft: CallDraft }) {
  const t = useT('docs')
  const [stored, setStored] = useStored<string>('docs.snippet', 'curl')
  const kind = snippetKinds.find((snippetKind) => snippetKind === stored) ?? 'curl'
  return (
    <section>
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="text-title font-semibold">{t('snippet.title')}</h2>
        <Segmented
          size="sm"
          label={t('snippet.language')}
          items={snippetKinds.map((value) => ({ value, label: names[value] }))}
          value={kind}
          onChange={setStored}
        />
      </div>
      <CodeBlock code={snippet(kind, operation, draft, location.origin)} />
    </section>
  )
}
