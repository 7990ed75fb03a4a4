import { pictureMaxKilobytes } from './constants.ts'

export type FileFault = 'empty' | 'notImage' | 'tooLarge' | 'wrongType' | 'tooMany'

type Checked = Pick<File, 'name' | 'size' | 'type'>

const imageName = /\.(png|jpe?g|gif|webp|avif|bmp|svg|ico)$/i

export function checkImage(file: Checked, maxKilobytes: number = pictureMaxKilobytes): FileFault | null {
  // Some systems give no type. Then the name is checked; the server checks the bytes anyway.
  if (!(file.type ? file.type.startsWith('image/') : imageName.test(file.name))) return 'notImage'
  if (file.size === 0) return 'empty'
  return file.size > maxKilobytes * 1024 ? 'tooLarge' : null
}

interface Rules {
  /** As in the accept attribute: `.pdf,.docx,image/*`. */
  accept?: string
  maxBytes?: number
  /** Maximum number, including existing files. */
  maxCount?: number
  existing?: number
}

export interface Sorted<F> {
  accepted: F[]
  refused: { file: F; fault: FileFault }[]
}

export function sortFiles<F extends Checked>(files: readonly F[], rules: Rules): Sorted<F> {
  const result: Sorted<F> = { accepted: [], refused: [] }
  for (const file of files) {
    const fault = checkFile(file, rules) ?? (isFull(result.accepted.length, rules) ? 'tooMany' : null)
    if (fault) result.refused.push({ file, fault })
    else result.accepted.push(file)
  }
  return result
}

const isFull = (accepted: number, { maxCount, existing = 0 }: Rules): boolean =>
  maxCount !== undefined && accepted + existing >= maxCount

function checkFile(file: Checked, { accept, maxBytes }: Rules): FileFault | null {
  if (accept && !accept.split(',').some((rule) => accepts(rule.trim().toLowerCase(), file))) return 'wrongType'
  if (file.size === 0) return 'empty'
  return maxBytes !== undefined && file.size > maxBytes ? 'tooLarge' : null
}

function accepts(rule: string, file: Checked): boolean {
  if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule)
  if (rule.endsWith('/*')) return file.type.startsWith(rule.slice(0, -1))
  return file.type === rule
}
