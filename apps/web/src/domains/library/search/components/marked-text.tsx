import { Fragment } from 'react'

/** A text with highlighted matches. */
export function MarkedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const parts = marks.map(([from, to], index) => ({
    from,
    before: text.slice(marks[index - 1]?.[1] ?? 0, from),
    marked: text.slice(from, to),
  }))
  return (
    <>
      {parts.map(({ from, before, marked }) => (
        <Fragment key={from}>
          {before}
          <mark className="rounded-xs bg-brand-soft text-brand">{marked}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
