import type { Extension } from '@codemirror/state'
import { useQuery } from '@tanstack/react-query'
import { TextAlignStart, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useLoaded } from '#lib/use-loaded.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyEditor } from '#ui/lazy-editor.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import type { TextEditorHandle } from '#ui/text-editor.tsx'
import { type PluginInfo, settingsQuery } from '../plugin.queries.ts'
import type { ToolDraft } from '../tool/tool-draft.ts'

interface CodePanelProps {
  info: PluginInfo
  draft: ToolDraft
  isReadOnly: boolean
  onChange: (change: Partial<ToolDraft>) => void
  /** The part that the model sees: description, input and output. */
  children: ReactNode
}
const none: readonly Extension[] = []
const loadSdk = () => import('./sdk-language.ts')

/** The code of a tool with completions, and its parameters one click away. */
export function CodePanel({ info, draft, isReadOnly, onChange, children }: CodePanelProps) {
  const t = useT('plugin')
  const [view, setView] = useState<'code' | 'metadata'>('code')
  const editor = useRef<TextEditorHandle>(null)
  const sdk = useLoaded(loadSdk)
  const runtimes = useQuery(settingsQuery).data?.ide.runtimes ?? []
  const runtime = runtimes.find((runtime) => runtime.id === info.ide_code_runtime)
  const language = info.ide_code_runtime === '2' ? 'python' : 'javascript'
  const extensions = useMemo(() => sdk?.sdkExtensions(language, draft.request) ?? none, [sdk, language, draft.request])
  const format = async () => {
    const opened = editor.current?.view()
    if (opened) (await import('#lib/format-code.ts')).formatCode(opened, language)
  }
  const restore = async () => {
    const question = { title: t('code.restore.title'), text: t('code.restore.text'), action: t('code.restore') }
    if (runtime && (await confirm(question))) onChange({ code: runtime.template })
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-5">
        <Segmented
          size="sm"
          label={t('code.view')}
          items={[
            { value: 'code', label: t('code.code') },
            { value: 'metadata', label: t('code.metadata') },
          ]}
          value={view}
          onChange={setView}
        />
        <Tag mono>{runtime?.name ?? language}</Tag>
        <span className="min-w-0 truncate text-small text-mute">{t('code.sandbox')}</span>
        {view === 'code' && !isReadOnly && (
          <span className="ml-auto flex">
            <IconButton icon={TextAlignStart} label={t('code.format')} onClick={() => void format()} />
            <IconButton icon={Undo2} label={t('code.restore')} onClick={() => void restore()} />
          </span>
        )}
      </div>
      {view === 'code' ? (
        <div className="min-h-0 flex-1">
          <LazyEditor
            ref={editor}
            isCode
            isProgram
            label={t('code.label', { name: draft.name })}
            value={draft.code}
            onChange={(code) => onChange({ code })}
            isReadOnly={isReadOnly}
            extensions={extensions}
          />
        </div>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      )}
    </div>
  )
}
