/** Shows text between backticks as code. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((piece, place) =>
    place % 2 === 1 ? (
      <code key={place} className="rounded-xs bg-hover px-1 font-mono text-code-caption">
        {piece}
      </code>
    ) : (
      piece
    ),
  )
}
