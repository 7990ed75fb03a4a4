import { autocompletion } from '@codemirror/autocomplete'
import { syntaxHighlighting } from '@codemirror/language'
import { useMemo } from 'react'
import { followingSource } from '#ui/completion-source.ts'
import { editorTheme } from '#ui/editor-theme.ts'
import { useEditorView } from '#ui/use-editor-view.ts'
import type { Mention } from '../../persona/use-mentions.ts'
import { markdownLanguage } from './markdown-language.ts'
import { markdownStyle } from './markdown-style.ts'
import { mentionChips } from './mention-chips.ts'
import { mentionSource } from './mention-source.ts'

interface PersonaEditorProps {
  label: string
  value: string
  onChange: (text: string) => void
  isReadOnly: boolean
  mentions: readonly Mention[]
  placeholder: string
}

const completion = followingSource(mentionSource)
const setup = [
  markdownLanguage,
  syntaxHighlighting(markdownStyle),
  editorTheme(false, '4px 16px 24px'),
  autocompletion({ override: [completion.source], icons: false, activateOnTyping: true }),
]

/** A Markdown editor with variables and tools as chips. */
export function PersonaEditor({ mentions, ...props }: PersonaEditorProps) {
  const extensions = useMemo(() => [mentionChips(mentions), completion.offer(mentions)], [mentions])
  const { frame } = useEditorView({ ...props, extensions, setup })
  return <div ref={frame} className="h-full overflow-hidden" />
}
