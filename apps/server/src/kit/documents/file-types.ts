/** What can be imported, by the endings of names. Apart from the parsers: who only asks for types loads none of them. */
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
