import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--family-text)',
    fontSize: '0.8125rem',
    lineHeight: '1.375rem',
    overflow: 'auto',
  },
  '.cm-content': { padding: '4px 16px 24px', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--mute)', whiteSpace: 'pre-wrap' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--focus) 22%, transparent)',
  },
  '.cm-chip': {
    borderRadius: '3px',
    padding: '1px 4px',
    backgroundColor: 'var(--brand-soft)',
    color: 'var(--brand)',
    fontFamily: 'var(--family-code)',
    fontSize: '0.75rem',
  },
  '.cm-chip[data-unknown]': { backgroundColor: 'var(--warn-soft)', color: 'var(--warn)' },
  '.cm-tooltip': {
    zIndex: '1030',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    boxShadow: '0 6px 20px var(--shadow-far)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16rem', padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '12px',
    padding: '4px 8px',
    borderRadius: '6px',
    lineHeight: '1.25rem',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--hover)', color: 'var(--ink)' },
  '.cm-tooltip-autocomplete ul completion-section': {
    padding: '4px 8px 2px',
    border: 'none',
    color: 'var(--mute)',
    fontSize: '0.6875rem',
    opacity: '1',
  },
  '.cm-completionLabel': { fontFamily: 'var(--family-code)', fontSize: '0.75rem' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--brand)', fontWeight: '600' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    color: 'var(--mute)',
    fontStyle: 'normal',
    fontSize: '0.75rem',
    maxWidth: '14rem',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
})

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
