import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The look of every text that is edited in a form; `code` sets it in the font of code. */
export const editorTheme = (isCode: boolean) =>
  EditorView.theme({
    '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: isCode ? 'var(--family-code)' : 'var(--family-text)',
      fontSize: isCode ? '0.75rem' : '0.8125rem',
      lineHeight: isCode ? '1.25rem' : '1.375rem',
      overflow: 'auto',
    },
    '.cm-content': { padding: '6px 10px', caretColor: 'var(--ink)' },
    '.cm-line': { padding: '0' },
    '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mute)', border: 'none', paddingLeft: '4px' },
    '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '.cm-placeholder': { color: 'var(--mute)', whiteSpace: 'pre-wrap' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      background: 'color-mix(in oklab, var(--focus) 22%, transparent)',
    },
    '.cm-matchingBracket': { backgroundColor: 'var(--hover)', outline: 'none' },
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
      zIndex: '1032',
      border: '1px solid var(--line)',
      borderRadius: '8px',
      backgroundColor: 'var(--raised)',
      color: 'var(--ink)',
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
    '.cm-completionDetail': { marginLeft: 'auto', color: 'var(--mute)', fontStyle: 'normal', fontSize: '0.75rem' },
  })

/** The same colours as values have where they are shown. */
export const codeStyle = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--brand)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warn)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--mute)' },
  { tag: [tags.function(tags.variableName), tags.definition(tags.function(tags.variableName))], color: 'var(--info)' },
  { tag: [tags.propertyName, tags.typeName, tags.className], color: 'var(--ink)' },
  { tag: [tags.punctuation, tags.bracket, tags.separator], color: 'var(--mute)' },
])
