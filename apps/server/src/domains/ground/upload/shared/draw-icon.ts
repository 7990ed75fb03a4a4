import { createHash } from 'node:crypto'
import { sharp } from '#kit/sharp.ts'

/** Shapes of 24 x 24, drawn as paths: the same on every machine, whatever fonts it has. */
const glyphs = {
  orbit:
    'M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M12 6c5.5 0 10 2.7 10 6s-4.5 6-10 6S2 15.3 2 12s4.5-6 10-6m0 1.8c-4.6 0-8.2 2.1-8.2 4.2s3.6 4.2 8.2 4.2 8.2-2.1 8.2-4.2-3.6-4.2-8.2-4.2',
  spark: 'M12 2l2.3 7.7L22 12l-7.7 2.3L12 22l-2.3-7.7L2 12l7.7-2.3z',
  chat: 'M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2m2.5 5v2.6h2.6V9zm6.4 0v2.6h2.6V9z',
  globe:
    'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m6.9 6h-3a14 14 0 0 0-1.3-3.3A8 8 0 0 1 18.900 8M12 4.100c.8 1.100 1.400 2.400 1.800 3.900h-3.600c.4-1.500 1-2.800 1.800-3.900M4.300 14a8 8 0 0 1 0-4h3.400a17 17 0 0 0 0 4zm.8 2h3a14 14 0 0 0 1.300 3.300A8 8 0 0 1 5.100 16m3-8h-3a8 8 0 0 1 4.300-3.300A14 14 0 0 0 8.100 8M12 19.900c-.8-1.100-1.400-2.400-1.800-3.900h3.600c-.4 1.500-1 2.800-1.800 3.900m2.300-5.900H9.700a14 14 0 0 1 0-4h4.600a14 14 0 0 1 0 4m.3 5.300a14 14 0 0 0 1.300-3.300h3a8 8 0 0 1-4.300 3.300m1.800-5.300a17 17 0 0 0 0-4h3.400a8 8 0 0 1 0 4z',
  book: 'M4 4.500A2.500 2.500 0 0 1 6.500 2H20v17H6.500a1 1 0 0 0 0 2H20v1.500H6.500A2.500 2.500 0 0 1 4 20zM8 6v2h8V6zm0 4v2h6v-2z',
  bolt: 'M13.500 2L4 13.500h6.500L9.500 22 20 9.500h-7z',
  code: 'M8.600 6.500L3 12l5.600 5.500 1.700-1.700L6.500 12l3.800-3.800zM15.400 6.500L21 12l-5.600 5.500-1.700-1.700 3.800-3.800-3.800-3.800z',
  pen: 'M3 17.300V21h3.700L17.800 9.900l-3.700-3.700zM20.700 7a1 1 0 0 0 0-1.400l-2.300-2.300a1 1 0 0 0-1.400 0l-1.800 1.800 3.700 3.700z',
  chart: 'M4 20V10h4v10zm6 0V4h4v16zm6 0v-7h4v7z',
  heart:
    'M12 21l-1.500-1.300C5.400 15.100 2 12 2 8.300A5.300 5.300 0 0 1 7.500 3c1.700 0 3.400.8 4.500 2.100A6 6 0 0 1 16.500 3 5.300 5.300 0 0 1 22 8.300c0 3.700-3.400 6.800-8.500 11.400z',
  leaf: 'M20 3C9 3 4 8.500 4 14c0 1.600.4 3 1.200 4.200L3 20.500 4.500 22l2.300-2.300A8 8 0 0 0 11 21C17.500 21 21 13 20 3M7.900 16.800c1.700-4 4.600-6.700 8.300-8.300-4.300.6-7.600 2.800-9.600 6.300z',
  cube: 'M12 2l9 5v10l-9 5-9-5V7zm0 2.300L6.300 7.500 12 10.700l5.700-3.200zM5 9.200v6.600l6 3.300v-6.600zm14 0l-6 3.300v6.600l6-3.300z',
  music: 'M9 3l11-2v13.500a3.500 3.500 0 1 1-2-3.200V6L11 7.300v10.200a3.500 3.500 0 1 1-2-3.200z',
  compass:
    'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m4.500 5.500l-2.600 6.400-6.400 2.600 2.600-6.400zM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2',
  shield:
    'M12 2l8 3v6c0 5-3.400 9.500-8 11-4.600-1.500-8-6-8-11V5zm-1.200 13.500l5.600-5.600-1.500-1.500-4.100 4.100-1.900-1.900-1.500 1.500z',
  calendar: 'M7 2h2v2h6V2h2v2h3v18H4V4h3zm-1 8v10h12V10zm2 2h3v3H8z',
} as const
export type Glyph = keyof typeof glyphs
export const glyphNames = Object.keys(glyphs) as Glyph[]

/** Words that suggest a shape, in both languages. */
const hints: [RegExp, Glyph][] = [
  [/translat|language|翻译|语言|英语/i, 'globe'],
  [/code|program|develop|debug|代码|编程|开发/i, 'code'],
  [/writ|copy|editor|blog|写作|文案|编辑/i, 'pen'],
  [/data|chart|report|analy|financ|数据|分析|报表|财务/i, 'chart'],
  [/teach|learn|study|book|tutor|学习|老师|教|书/i, 'book'],
  [/travel|trip|guide|旅行|旅游|导游|攻略/i, 'compass'],
  [/music|song|poem|音乐|歌|诗/i, 'music'],
  [/health|doctor|fitness|emotion|健康|医|健身|情感/i, 'heart'],
  [/cook|recipe|plant|garden|菜|食谱|植物/i, 'leaf'],
  [/plan|schedule|calendar|remind|日程|计划|提醒/i, 'calendar'],
  [/safe|security|legal|law|安全|法律/i, 'shield'],
  [/chat|support|service|客服|聊天/i, 'chat'],
]

export const glyphFor = (text: string): Glyph =>
  hints.find(([pattern]) => pattern.test(text))?.[1] ?? glyphNames[byte(text, 0) % glyphNames.length]!

const byte = (seed: string, at: number) => createHash('sha256').update(seed).digest()[at]!

/** A rounded tile with a gradient and a shape: always the same for the same seed. */
export function drawIcon(seed: string, glyph: Glyph, size = 512): Promise<Buffer> {
  const hue = Math.round((byte(seed, 1) / 255) * 359)
  const turn = 40 + (byte(seed, 2) % 50)
  const angle = (byte(seed, 3) / 255) * 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 96 96">
<defs><linearGradient id="g" gradientTransform="rotate(${angle.toFixed(1)} .5 .5)">
<stop offset="0" stop-color="${colour(hue, 72, 58)}"/><stop offset="1" stop-color="${colour((hue + turn) % 360, 76, 44)}"/></linearGradient></defs>
<rect width="96" height="96" rx="22" fill="url(#g)"/><circle cx="${20 + (byte(seed, 4) % 56)}" cy="14" r="34" fill="#fff" fill-opacity=".12"/>
<path transform="translate(24 24) scale(2)${glyph === 'orbit' ? ' rotate(-24 12 12)' : ''}" fill="#fff" fill-rule="evenodd" d="${glyphs[glyph]}"/></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

/** librsvg knows no hsl() in gradients of older versions: plain hexadecimal works everywhere. */
export function colour(hue: number, saturation: number, lightness: number): string {
  const s = saturation / 100
  const l = lightness / 100
  const a = s * Math.min(l, 1 - l)
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    return Math.round(255 * (l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
