import { javascript } from '@codemirror/lang-javascript'
import { EditorView } from '@codemirror/view'
import { remove, set } from '@orrery/engine/interface'
import { CODE_ENTRY, CODE_LIMITS, codeFile } from '@orrery/contract/shared/interface-limits'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextEditor } from '#ui/text-editor.tsx'
import type { BuiltCode } from '../interface.queries.ts'
import { useEditor } from './editor-context.ts'

// The editor scrolls, therefore it must be focusable.
const extensions = [javascript({ jsx: true, typescript: true }), EditorView.contentAttributes.of({ tabindex: '0' })]
const nextName = (files: Record<string, string>) => {
  for (let n = 1; ; n += 1) if (!Object.hasOwn(files, `part${n}.tsx`)) return `part${n}.tsx`
}

/** The files of a page of code, and its build errors. */
export function CodePanel({ built }: { built: BuiltCode | undefined }) {
  const t = useT('interface')
  const { document, draft, page, mayEdit } = useEditor()
  const files = document.pages[page]?.files ?? {}
  const [chosen, choose] = useState<string>(CODE_ENTRY)
  const names = Object.keys(files).toSorted((a, b) => (a === CODE_ENTRY ? -1 : b === CODE_ENTRY ? 1 : a < b ? -1 : 1))
  const file = Object.hasOwn(files, chosen) ? chosen : (names[0] ?? CODE_ENTRY)
  function add() {
    const name = nextName(files)
    draft.edit([set('export const Part = () => <p>Part</p>\n', 'pages', page, 'files', name)])
    choose(name)
  }
  const { fault } = built ?? { fault: null }
  return (
    <section aria-label={t('code')} className="flex min-h-0 flex-1 flex-col border-b border-line bg-card">
      <div className="flex items-center gap-1 border-b border-line px-3 py-1.5">
        <div className="min-w-0 flex-1 overflow-x-auto">
          <Segmented
            size="sm"
            label={t('code.files')}
            value={file}
            onChange={choose}
            items={names.map((name) => ({ value: name, label: name }))}
          />
        </div>
        {mayEdit && names.length < CODE_LIMITS.files && (
          <IconButton size="sm" icon={Plus} label={t('code.add')} onClick={add} />
        )}
        {mayEdit && file !== CODE_ENTRY && codeFile.test(file) && (
          <IconButton
            size="sm"
            icon={Trash2}
            label={t('code.delete', { name: file })}
            onClick={() => draft.edit([remove('pages', page, 'files', file)])}
          />
        )}
      </div>
      <div className="min-h-40 flex-1 overflow-hidden">
        <TextEditor
          key={`${page} ${file}`}
          label={t('code.file', { name: file })}
          value={files[file] ?? ''}
          onChange={(text) => draft.edit([set(text, 'pages', page, 'files', file)])}
          isReadOnly={!mayEdit}
          isCode
          isProgram
          extensions={extensions}
        />
      </div>
      {fault && (
        <Banner tone="err">
          {t(fault.line > 0 ? 'code.fault' : 'code.faultInFile', {
            file: fault.file,
            line: fault.line,
            message: fault.message,
          })}
        </Banner>
      )}
    </section>
  )
}
