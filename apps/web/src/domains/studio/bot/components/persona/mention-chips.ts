import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view'
import type { Mention } from '../../use-mentions.ts'
import { readMention } from './mention-text.ts'

/** The library asks for a class here. */
class Chip extends WidgetType {
  readonly name: string
  readonly isKnown: boolean
  constructor(name: string, isKnown: boolean) {
    super()
    this.name = name
    this.isKnown = isKnown
  }
  override eq(other: Chip): boolean {
    return other.name === this.name && other.isKnown === this.isKnown
  }
  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = 'cm-chip'
    chip.textContent = this.name
    if (!this.isKnown) chip.dataset['unknown'] = ''
    return chip
  }
  override ignoreEvent(): boolean {
    return false
  }
}

/** Draws `{{variable}}` and the names of tools in backticks as one piece each, which is walked over and deleted whole. */
export function mentionChips(mentions: readonly Mention[]): Extension {
  const matcher = new MatchDecorator({
    regexp: /\{\{[^{}\n]{1,100}\}\}|`[^`\n]{1,100}`/g,
    decoration: ([text]) => {
      const mention = readMention(text, mentions)
      return mention && Decoration.replace({ widget: new Chip(mention.name, mention.isKnown) })
    },
  })
  return ViewPlugin.define(
    (view) => {
      let chips = matcher.createDeco(view)
      return {
        get chips() {
          return chips
        },
        update(update: ViewUpdate): void {
          chips = matcher.updateDeco(update, chips)
        },
      }
    },
    {
      decorations: (plugin) => plugin.chips,
      provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.chips ?? Decoration.none),
    },
  )
}
