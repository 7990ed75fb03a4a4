import type { AnnotationLabel } from '../annotation.queries.ts'

/** Shows the content of a row to be labelled. */
export function RowContent({ content }: { content: AnnotationLabel['content'] }) {
  return (
    <dl className="flex flex-col gap-3 rounded-md border border-line bg-card p-4">
      {content.map(({ name, text }) => (
        <div key={name}>
          <dt data-user-text className="text-small text-mute">
            {name}
          </dt>
          <dd data-user-text className="wrap-anywhere whitespace-pre-wrap">
            {text || '–'}
          </dd>
        </div>
      ))}
    </dl>
  )
}
