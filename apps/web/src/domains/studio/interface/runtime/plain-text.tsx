/** Shows an answer as plain text until the Markdown renderer is loaded. */
export const PlainText = ({ text }: { text: string; isStreaming: boolean }) => (
  <p className="text-prose wrap-anywhere whitespace-pre-wrap">{text}</p>
)
