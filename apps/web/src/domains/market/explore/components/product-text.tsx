import { useMutation } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { useVisitor } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { AnswerText } from '#domains/chat/chat/index.ts'
import type { Product } from '../product-place.ts'

/** Many texts begin with the summary, which is already shown above. */
const withoutSummary = (readme: string, summary: string) =>
  summary && readme.startsWith(summary) ? readme.slice(summary.length).replace(/^[.。]?\s*/, '') : readme

/** The text of a product; people with an account can have one of their models translate it. */
export function ProductText({ meta }: { meta: Product['meta_info'] }) {
  const t = useT('explore')
  const [language] = useLanguage()
  const isSignedIn = Boolean(useVisitor())
  const [isOriginal, setOriginal] = useState(true)
  const translate = useMutation({
    mutationFn: async () => {
      const target = { target_language: language }
      const [description = ''] = meta.description
        ? (await api.marketShowcase.translate({ inputs: [meta.description], ...target })).outputs
        : []
      const readme = meta.readme
        ? (await api.marketShowcase.translateMarkdown({ input: meta.readme, ...target })).output
        : ''
      return { description, readme }
    },
    onSuccess: () => setOriginal(false),
  })
  const shown = isOriginal ? meta : (translate.data ?? meta)
  const rest = withoutSummary(shown.readme, shown.description)
  // Texts of official products come in both languages.
  const mayTranslate = isSignedIn && !meta.is_official && (meta.description !== '' || meta.readme !== '')
  return (
    <div className="flex flex-col gap-3">
      <p className="text-title wrap-anywhere">{shown.description}</p>
      {rest && <AnswerText text={rest} isStreaming={false} />}
      {translate.error && <ErrorPanel error={translate.error} />}
      {mayTranslate && (
        <div>
          <Button
            size="sm"
            kind="ghost"
            icon={Languages}
            busy={translate.isPending}
            onClick={() => (isOriginal && !translate.data ? translate.mutate() : setOriginal(!isOriginal))}
          >
            {t(isOriginal ? 'translate' : 'translate.original')}
          </Button>
        </div>
      )}
    </div>
  )
}
