import { Fragment } from 'react'

/** A text in which what was asked for stands out. */
export function MarkedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  let at = 0
  const parts = marks.map(([from, to]) => {
    const before = text.slice(at, from)
    at = to
    return { from, before, marked: text.slice(from, to) }
  })
  return (
    <>
      {parts.map(({ from, before, marked }) => (
        <Fragment key={from}>
          {before}
          <mark className="rounded-xs bg-brand-soft text-brand">{marked}</mark>
        </Fragment>
      ))}
      {text.slice(at)}
    </>
  )
}
