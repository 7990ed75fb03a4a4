import type { FieldOf } from '@orrery/engine/describe'
import { Terminal } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { useNodeForm } from '../form-context.tsx'
import { CurlImport } from '../parts/curl-import.tsx'
import { useEmbeddedMentions } from '../text/use-mentions.ts'
import { usePath } from '../use-path.ts'
import { PromptBox } from './prompt-field.tsx'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** Method and URL; the URL may contain values of earlier nodes. */
export function RequestField({ field }: { field: FieldOf<'request'> }) {
  const t = useT('workflow-node')
  const { isReadOnly, gaps } = useNodeForm()
  const [raw, set] = usePath(field.path)
  const [isImporting, setImporting] = useState(false)
  const info = (raw ?? {}) as { method?: string; url?: string }
  const { mentions, read } = useEmbeddedMentions()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <Select
          size="sm"
          label={t('http.method')}
          disabled={isReadOnly}
          items={methods.map((value) => ({ value, label: value }))}
          value={(info.method ?? 'GET') as (typeof methods)[number]}
          onChange={(method) => set({ ...info, method })}
          className="w-28"
        />
        {!isReadOnly && (
          <Button kind="ghost" size="sm" icon={Terminal} onClick={() => setImporting(true)}>
            {t('http.curl')}
          </Button>
        )}
      </div>
      <PromptBox
        label={t('http.url')}
        isCode
        rows={1}
        required
        value={info.url ?? ''}
        onChange={(url) => set({ ...info, url: url.replaceAll('\n', '') }, 'url')}
        mentions={mentions}
        read={read}
        isReadOnly={isReadOnly}
        invalid={gaps.some((gap) => gap.field === field.id)}
      />
      {isImporting && <CurlImport onClose={() => setImporting(false)} />}
    </div>
  )
}
