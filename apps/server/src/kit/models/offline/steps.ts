const verbs =
  'say|list|name|count|tell|greet|translate|write|give|repeat|echo|add|sum|calculate|compute|sort|reverse|show|summari[sz]e|answer|reply|what|which|how'
const between = new RegExp(
  [
    '\\s*[,;.]?\\s*\\b(?:and then|then|after that|afterwards|next|finally)\\b,?\\s+',
    '\\s*[,，;；。]?\\s*(?:然后|接着|再|最后)\\s*[,，]?\\s*',
    '\\s*[;；]\\s*',
    `\\s*,?\\s+and\\s+(?=(?:${verbs})\\b)`,
    `\\s*,\\s+(?=(?:${verbs})\\b)`,
    '(?<=[.!?])\\s+(?=[A-Z])',
    '(?<=[。！？])\\s*',
  ].join('|'),
  'gi',
)
/** "Summarise: …" and the like: the text after the colon is the content, and contains no further instructions. */
const withContent = /^[^:：\n"“]{1,80}[:：]\s*\S/
const leading = /^(please|first|firstly|now|ok|also|请|首先|先)[,，]?\s*/i

/** The instructions of a message in order. Quoted text and text after a colon are never split. */
export function stepsOf(text: string): string[] {
  const plain = text.trim()
  if (withContent.test(plain) && !/^https?:/.test(plain)) return [plain]
  const quotes: string[] = []
  const hidden = plain.replaceAll(/"[^"]*"|“[^”]*”|「[^」]*」/g, (quote) => `\uE000${quotes.push(quote) - 1}\uE000`)
  return hidden
    .split(between)
    .map((step) => step.replaceAll(/\uE000(\d+)\uE000/g, (_, at: string) => quotes[Number(at)]!).trim())
    .map((step) => step.replace(leading, '').trim())
    .filter((step) => /[\p{L}\p{N}]/u.test(step))
}
