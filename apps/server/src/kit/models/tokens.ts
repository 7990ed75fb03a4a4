/**
 * Estimated tokens of a text, in one pass. A real tokenizer needs 20 s of CPU for 100,000 letters without a space,
 * which any user may send. Used for budgets, and for usage where a provider reports none.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  let letters = 0
  let digits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isLetter(code)) {
      letters += 1
      continue
    }
    if (letters) tokens += Math.ceil(letters / 5)
    letters = 0
    if (code >= 0x30 && code <= 0x39) {
      digits += 1
      continue
    }
    if (digits) tokens += Math.ceil(digits / 3)
    digits = 0
    // A space belongs to the next word; every other symbol and every ideograph is a token of its own.
    if (code > 0x20) tokens += 1
  }
  return tokens + Math.ceil(letters / 5) + Math.ceil(digits / 3)
}

const isLetter = (code: number) =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0x2af)
