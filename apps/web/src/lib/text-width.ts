const wide = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/
const narrow = new Set("iljtfr.,:;'|!()[] ")

/** The approximate width of a text, without the browser: cards are laid out before they are in the page. */
export function textWidth(text: string, size: number, mono = false): number {
  let em = 0
  for (const letter of text) {
    if (wide.test(letter)) em += 1
    else if (mono) em += 0.6
    else if (narrow.has(letter)) em += 0.3
    else if (letter >= 'A' && letter <= 'Z') em += 0.68
    else em += 0.56
  }
  return em * size
}
