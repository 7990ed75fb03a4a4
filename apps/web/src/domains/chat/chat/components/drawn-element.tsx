import type { Drawn, DrawnButton } from '@orrery/engine/card'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { Progress } from '#ui/progress.tsx'
import { Tag } from '#ui/tag.tsx'
import { AnswerText } from './answer-text.tsx'
import { CardPicture } from './card-media.tsx'
import { DrawnButtons } from './drawn-buttons.tsx'
import { DrawnInput } from './drawn-input.tsx'

export interface ElementProps {
  element: Drawn
  draw: (elements: readonly Drawn[]) => ReactNode
  values: Readonly<Record<string, string>>
  onValue: (name: string, value: string) => void
  clicked: readonly string[]
  busy: string
  onPress: ((button: DrawnButton) => void) | undefined
}
const words = { normal: '', muted: 'text-mute', good: 'text-ok', warn: 'text-warn', bad: 'text-err' }
const tags = { normal: 'brand', muted: 'grey', good: 'ok', warn: 'warn', bad: 'err' } as const

export function DrawnElement(props: ElementProps) {
  const { element, draw } = props
  switch (element.type) {
    case 'header':
      return (
        <div className="wrap-anywhere">
          <p className="text-title font-semibold">{element.title}</p>
          {element.subtitle && <p className="text-small text-mute">{element.subtitle}</p>}
        </div>
      )
    case 'text':
      return <p className={cn('wrap-anywhere whitespace-pre-wrap', words[element.tone])}>{element.text}</p>
    case 'markdown':
      return <AnswerText text={element.text} isStreaming={false} />
    case 'footer':
      return <p className="border-t border-line pt-2 text-small wrap-anywhere text-mute">{element.text}</p>
    case 'tag':
      return (
        <p>
          <Tag tone={tags[element.tone]}>{element.text}</Tag>
        </p>
      )
    case 'picture':
      return element.src ? <CardPicture src={element.src} title={element.alt} /> : <EmptyPicture alt={element.alt} />
    case 'facts':
      return (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {element.rows.map(({ label, value }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- labels may occur twice
            <div key={at} className="contents">
              <dt className="text-mute">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return <DrawnTable columns={element.columns} rows={element.rows} />
    case 'chart':
      return <DrawnChart points={element.points} />
    case 'divider':
      return <hr className="border-line" />
    case 'progress':
      return (
        <Progress
          value={Math.max(0, Math.min(1, element.value / element.max))}
          label={element.label || '–'}
          hideLabel={!element.label}
          note={`${formatNumber(element.value)} / ${formatNumber(element.max)}`}
        />
      )
    case 'buttons':
      return <DrawnButtons {...props} buttons={element.buttons} />
    case 'columns':
      return (
        <div className="grid auto-cols-fr grid-flow-col gap-3">
          {element.columns.map((column, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
            <div key={at} className="flex min-w-0 flex-col gap-2.5">
              {draw(column)}
            </div>
          ))}
        </div>
      )
    case 'list':
      return <ul className="divide-y divide-line">{itemsOf(element.items, draw, 'py-2 first:pt-0 last:pb-0')}</ul>
    case 'slides':
      return (
        // Focusable, because it may contain nothing else that makes it scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul tabIndex={0} className="flex max-w-full gap-2 overflow-x-auto pb-1">
          {itemsOf(element.items, draw, 'w-48 shrink-0 rounded-lg border border-line p-2.5')}
        </ul>
      )
    default:
      return (
        <DrawnInput
          element={element}
          value={props.values[element.name] ?? ''}
          onChange={(value) => props.onValue(element.name, value)}
        />
      )
  }
}

const itemsOf = (items: readonly (readonly Drawn[])[], draw: ElementProps['draw'], style: string) =>
  items.map((item, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the items of an answer never change places
    <li key={at} className={cn('flex flex-col gap-2', style)}>
      {draw(item)}
    </li>
  ))

function EmptyPicture({ alt }: { alt: string }) {
  return (
    <div className="flex h-24 items-center justify-center rounded-md border border-dashed border-line text-small text-mute">
      {alt || '–'}
    </div>
  )
}

function DrawnTable({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables are scrolled with the keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-small">
        <thead>
          <tr className="border-b border-line text-left text-mute">
            {columns.map((title, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- titles may occur twice
              <th key={at} className="py-1 pr-3 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of an answer never change places
            <tr key={at} className="border-b border-line last:border-b-0">
              {row.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={column} className="py-1 pr-3 wrap-anywhere">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A bar chart that is a list with figures for screen readers. */
function DrawnChart({ points }: { points: readonly { label: string; value: number }[] }) {
  const max = Math.max(...points.map(({ value }) => value), 1)
  return (
    <ul className="flex flex-col gap-1.5">
      {points.map(({ label, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- labels may occur twice
        <li key={at} className="grid grid-cols-[6rem_1fr_auto] items-center gap-2 text-small">
          <span className="truncate">{label}</span>
          <span className="h-2 rounded-full bg-hover">
            <span
              className="block h-2 rounded-full bg-brand-solid"
              style={{ width: `${Math.max(0, (value / max) * 100)}%` }}
            />
          </span>
          <span>{formatNumber(value)}</span>
        </li>
      ))}
    </ul>
  )
}
