import { existsSync } from 'node:fs'

/** Characters that the plain fonts contain; any other character may need any font of the machine. */
const plain = /^[\p{Script=Latin}\p{Script=Han}\p{N}\p{P}\p{Zs}\p{Sc}\p{Sm}\s]*$/u
const folder = '/usr/share/fonts'
/** Paths of plain fonts in common distributions, regular and bold, and of one with Chinese. */
const sans = [
  [`${folder}/truetype/dejavu/DejaVuSans.ttf`, `${folder}/truetype/dejavu/DejaVuSans-Bold.ttf`],
  [`${folder}/dejavu-sans-fonts/DejaVuSans.ttf`, `${folder}/dejavu-sans-fonts/DejaVuSans-Bold.ttf`],
  [`${folder}/truetype/liberation/LiberationSans-Regular.ttf`, `${folder}/truetype/liberation/LiberationSans-Bold.ttf`],
] as const
const cjk = [
  `${folder}/opentype/noto/NotoSansCJK-Regular.ttc`,
  `${folder}/noto-cjk/NotoSansCJK-Regular.ttc`,
  `${folder}/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc`,
] as const

let found: { sans: readonly string[] | undefined; cjk: string | undefined } | undefined
/** Searched for only once. */
const plainFonts = () =>
  (found ??= {
    sans: sans.find((files) => files.every((file) => existsSync(file))),
    cjk: cjk.find((file) => existsSync(file)),
  })

/** The fonts that a drawing needs. Loading all fonts of the machine, the fallback, takes longer than drawing. */
export function fontsFor(svg: string, needsCjk: boolean) {
  const fonts = plainFonts()
  const isPlain = plain.test(svg.replaceAll(/<[^>]*>/g, ''))
  if (!isPlain || !fonts.sans || (needsCjk && !fonts.cjk)) return { loadSystemFonts: true }
  return { loadSystemFonts: false, fontFiles: needsCjk ? [...fonts.sans, fonts.cjk!] : [...fonts.sans] }
}
