import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view'

export interface TextChip {
  name: string
  isKnown: boolean
}

/** The library requires a class here. */
class ChipWidget extends WidgetType {
  readonly chip: TextChip
  constructor(chip: TextChip) {
    super()
    this.chip = chip
  }
  override eq({ chip }: ChipWidget): boolean {
    return chip.name === this.chip.name && chip.isKnown === this.chip.isKnown
  }
  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = 'cm-chip'
    chip.textContent = this.chip.name
    if (!this.chip.isKnown) chip.dataset['unknown'] = ''
    return chip
  }
  override ignoreEvent(): boolean {
    return false
  }
}

/** Renders each match as an atomic chip, skipped and deleted as a whole; null leaves it as plain text. */
export function textChips(regexp: RegExp, read: (match: RegExpExecArray) => TextChip | null): Extension {
  const matcher = new MatchDecorator({
    regexp,
    decoration: (match) => {
      const chip = read(match)
      return chip && Decoration.replace({ widget: new ChipWidget(chip) })
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
