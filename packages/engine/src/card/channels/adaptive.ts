import type { Drawn } from '../draw.ts'
import { asLines, buttonsFor, type ChannelCard, type ChannelContext, createLosses, isLonger } from './channel-card.ts'
import { channelLimits } from './limits.ts'

type Part = Record<string, unknown>
const MAX_LABEL = 200
const colours = { normal: 'Default', muted: 'Default', good: 'Good', warn: 'Warning', bad: 'Attention' } as const
const styles = { main: 'positive', plain: 'default', danger: 'destructive' } as const
const words = (text: string, more: Part = {}): Part => ({ type: 'TextBlock', text, wrap: true, ...more })

/** Renders an Adaptive Card 1.5. */
export function toAdaptive(elements: readonly Drawn[], context: ChannelContext): ChannelCard {
  const losses = createLosses()
  const input = (element: { name: string; label: string; required: boolean }): Part => ({
    id: element.name,
    label: element.label,
    ...(element.required && { isRequired: true, errorMessage: element.label }),
  })
  const partsOf = (element: Drawn): Part[] => {
    switch (element.type) {
      case 'header':
        return [
          words(element.title, { size: 'Large', weight: 'Bolder', style: 'heading' }),
          ...(element.subtitle ? [words(element.subtitle, { isSubtle: true })] : []),
        ]
      case 'text':
      case 'tag':
        return [words(element.text, { color: colours[element.tone], isSubtle: element.tone === 'muted' })]
      case 'markdown':
        return [words(element.text)]
      case 'footer':
        return [words(element.text, { size: 'Small', isSubtle: true })]
      case 'picture':
        return [{ type: 'Image', url: element.src, altText: element.alt }]
      case 'facts':
        return [{ type: 'FactSet', facts: element.rows.map(({ label, value }) => ({ title: label, value })) }]
      case 'table': {
        const row = (cells: readonly string[]): Part => ({
          type: 'TableRow',
          cells: cells.map((cell) => ({ type: 'TableCell', items: [words(cell)] })),
        })
        return [
          {
            type: 'Table',
            firstRowAsHeader: true,
            columns: element.columns.map(() => ({ width: 1 })),
            rows: [row(element.columns), ...element.rows.map(row)],
          },
        ]
      }
      case 'divider':
        return [{ type: 'Container', separator: true, items: [] }]
      case 'input':
        return [
          {
            type: 'Input.Text',
            ...input(element),
            placeholder: element.placeholder,
            isMultiline: element.lines > 1,
          },
        ]
      case 'select':
        return [
          {
            type: 'Input.ChoiceSet',
            ...input(element),
            choices: element.options.map((option) => ({ title: option, value: option })),
          },
        ]
      case 'date':
        return [{ type: 'Input.Date', ...input(element) }]
      case 'rating':
        losses.note(element.id, 'asText')
        return [{ type: 'Input.Number', ...input(element), min: 1, max: element.max }]
      case 'buttons': {
        const actions = buttonsFor(element, context, losses, MAX_LABEL).map(({ label, look, url, click }) =>
          url
            ? { type: 'Action.OpenUrl', title: label, url }
            : { type: 'Action.Submit', title: label, style: styles[look], data: { action: click } },
        )
        return actions.length ? [{ type: 'ActionSet', actions }] : []
      }
      case 'columns':
        return [
          {
            type: 'ColumnSet',
            columns: element.columns.map((column) => ({
              type: 'Column',
              width: 'stretch',
              items: column.flatMap(partsOf),
            })),
          },
        ]
      case 'list':
        return element.items.map((item) => ({ type: 'Container', separator: true, items: item.flatMap(partsOf) }))
      case 'slides':
        losses.note(element.id, 'stacked')
        return element.items.map((item) => ({ type: 'Container', separator: true, items: item.flatMap(partsOf) }))
      default:
        return [words(asLines(element, losses).join('\n\n'))]
    }
  }
  const payload = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.5',
    body: elements.flatMap(partsOf),
  }
  return { payload, lost: losses.lost, isOver: isLonger(payload, channelLimits.default.bytes) }
}
