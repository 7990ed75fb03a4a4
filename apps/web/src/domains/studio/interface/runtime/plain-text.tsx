/** The words of an answer before the part is here that gives them their form. */
export const PlainText = ({ text }: { text: string; isStreaming: boolean }) => (
  <p className="text-prose wrap-anywhere whitespace-pre-wrap">{text}</p>
)
