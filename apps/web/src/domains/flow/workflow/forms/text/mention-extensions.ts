import { EditorState, type Extension } from '@codemirror/state'
import { followingSource } from '#ui/completion-source.ts'
import { type Mention, mentionChips, mentionSource, type ReadChip } from './mentions.ts'

const completion = followingSource(mentionSource)
const languageData = EditorState.languageData.of(() => [{ autocomplete: completion.source }])

export function mentionExtensions(mentions: readonly Mention[], read: ReadChip): readonly Extension[] {
  return [mentionChips(read), languageData, completion.offer(mentions)]
}
