import { readBase64 } from '#lib/read-file.ts'

/** The Latin subset; other scripts use system fonts, as on the page. */
const latin = /U\+0(?:0{0,3})-(?:00)?FF/i

/** The fonts of the page as a style sheet with embedded data: an image cannot fetch anything. */
export async function fontCss(): Promise<string> {
  const faces = [...document.styleSheets].flatMap((sheet) => facesIn(rulesOf(sheet), sheet.href ?? location.href))
  const texts = await Promise.all(faces.map(async ({ rule, address }) => withFont(rule, address)))
  return texts.join('\n')
}

interface Face {
  rule: CSSFontFaceRule
  address: string
}

function facesIn(rules: readonly CSSRule[], base: string): Face[] {
  return rules.flatMap((rule) => {
    if (rule instanceof CSSImportRule)
      return rule.styleSheet ? facesIn(rulesOf(rule.styleSheet), rule.styleSheet.href ?? base) : []
    if (rule instanceof CSSGroupingRule) return facesIn([...rule.cssRules], base)
    if (!(rule instanceof CSSFontFaceRule) || !latin.test(rule.style.getPropertyValue('unicode-range'))) return []
    const url = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1]
    return url ? [{ rule, address: new URL(url, base).href }] : []
  })
}

/** Style sheets of browser extensions cannot be read. */
function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

async function withFont({ style }: CSSFontFaceRule, address: string): Promise<string> {
  const data = await readBase64(await (await fetch(address)).blob())
  const weight = style.getPropertyValue('font-weight')
  const family = style.getPropertyValue('font-family')
  return `@font-face { font-family: ${family}; font-weight: ${weight}; font-display: swap; src: url(data:font/woff2;base64,${data}) format('woff2'); }`
}
