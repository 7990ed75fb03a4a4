import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'

export const markdownStyle = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.processingInstruction, color: 'var(--mute)', fontWeight: '400' },
  { tag: tags.monospace, fontFamily: 'var(--family-code)', fontSize: '0.75rem' },
  { tag: [tags.link, tags.url], color: 'var(--brand)' },
  { tag: tags.quote, color: 'var(--mute)' },
  { tag: tags.contentSeparator, color: 'var(--mute)' },
])
