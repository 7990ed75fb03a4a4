import { formatBytes, formatNumber } from '#lib/format.ts'
import type { FileFault } from '#lib/file-check.ts'
import { useT } from '#lib/i18n.ts'

interface Bounds {
  maxBytes?: number
  maxCount?: number
}

/** Returns a text that explains why a file was refused. */
export function useFileFault(): (fault: FileFault, bounds?: Bounds) => string {
  const t = useT('ui')
  return (fault, { maxBytes = 0, maxCount = 0 } = {}) => {
    if (fault === 'tooLarge') return t('file.tooLarge', { size: formatBytes(maxBytes) })
    if (fault === 'tooMany') return t('file.tooMany', { most: formatNumber(maxCount) })
    return t(`file.${fault}`)
  }
}
