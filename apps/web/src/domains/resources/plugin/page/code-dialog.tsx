import { ProgramLang } from '@orrery/contract/shared/plugin-enums'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { PluginTool } from '../plugin.queries.ts'

const languages = { curl: 'curl', wget: 'wget', nodejs: 'Node.js', python: 'Python', golang: 'Go' } as const
type Language = keyof typeof languages

/** The call of a tool as code, without keys. */
export function CodeDialog({ pluginId, tool, onClose }: { pluginId: string; tool: PluginTool; onClose: () => void }) {
  const t = useT('plugin')
  const [language, setLanguage] = useState<Language>('curl')
  const code = useQuery({
    queryKey: ['plugin', 'code', pluginId, tool.api_id, language],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.plugin.toCode({ plugin_id: pluginId, api_id: tool.api_id, program_lang: ProgramLang[language] }, { signal }),
  })
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('code.title', { name: tool.name })}
      description={t('code.text')}
    >
      <div className="flex flex-col gap-3">
        <Segmented
          label={t('code.language')}
          size="sm"
          items={(Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] }))}
          value={language}
          onChange={setLanguage}
        />
        {code.error ? (
          <ErrorPanel error={code.error} />
        ) : code.data ? (
          <CodeBlock code={code.data.program_code} wrap />
        ) : (
          <Skeleton className="h-24" />
        )}
      </div>
    </Dialog>
  )
}
