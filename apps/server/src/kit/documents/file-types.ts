/**
 * Importable types by file extension. Separate from the parsers, so that callers who only need the types load none of
 * them.
 */
export const textTypes = [
  'md',
  'markdown',
  'txt',
  'log',
  'html',
  'htm',
  'docx',
  'doc',
  'pptx',
  'ppt',
  'pdf',
  'csv',
  'tsv',
  'xlsx',
  'xls',
  'json',
] as const
export const tableTypes = ['csv', 'tsv', 'xlsx', 'xls', 'json'] as const
export const imageTypes = ['png', 'jpg', 'jpeg', 'webp', 'gif'] as const
export const knownTypes: readonly string[] = [...new Set<string>([...textTypes, ...tableTypes, ...imageTypes])]
