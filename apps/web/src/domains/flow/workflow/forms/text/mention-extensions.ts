import { EditorState, type Extension } from '@codemirror/state'
import { type Mention, mentionChips, mentionSource, type ReadChip } from './mentions.ts'

export function mentionExtensions(mentions: readonly Mention[], read: ReadChip): readonly Extension[] {
  const source = mentionSource(mentions)
  return [mentionChips(read), EditorState.languageData.of(() => [{ autocomplete: source }])]
}
