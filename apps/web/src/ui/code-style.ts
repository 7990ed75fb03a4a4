import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** The same colours that values have elsewhere. */
export const codeStyle = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--brand)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warn)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--mute)' },
  { tag: [tags.function(tags.variableName), tags.definition(tags.function(tags.variableName))], color: 'var(--info)' },
  { tag: [tags.propertyName, tags.typeName, tags.className], color: 'var(--ink)' },
  { tag: [tags.punctuation, tags.bracket, tags.separator], color: 'var(--mute)' },
])
