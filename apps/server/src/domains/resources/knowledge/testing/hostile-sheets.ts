import { compressedOf, zipOf } from './hostile-files.ts'

type Parts = Parameters<typeof zipOf>[0]
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (inner: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
interface SheetParts {
  /** Placed before the root element of the sheet. */
  prolog?: string
  /** The rows of the sheet, as XML. */
  rows?: string
  /** Additional relationships of the workbook. */
  links?: string
  encoding?: 'utf8' | 'utf16le'
  more?: Parts
}
const plainRows =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>city</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Oslo</t></is></c></row>'

/** Builds a small spreadsheet, valid or malicious. */
export function sheetOf({ prolog = '', rows = plainRows, links = '', encoding = 'utf8', more = [] }: SheetParts = {}) {
  const text = `${encoding === 'utf8' ? '' : '\uFEFF'}<?xml version="1.0"?>${prolog}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
  return zipOf([
    {
      name: '[Content_Types].xml',
      content:
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      content: relations(`<Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
    },
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="Rows" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        `<Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>${links.replaceAll('{office}', office)}`,
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(text, encoding) },
    ...more,
  ])
}
const bomb = Buffer.alloc(24 * 1024 * 1024)
const entity = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
const entityRow = '<row r="1"><c r="A1" t="inlineStr"><is><t>&x;</t></is></c></row>'
const part = (name: string, content: Buffer, claimed?: number) => ({
  more: [{ name, content, ...(claimed !== undefined && { claimed }) }],
})

/** An entry that is uncompressed according to the directory but compressed according to its own header. */
function disguised(): Buffer {
  const made = sheetOf(part('xl/media/a.bin', bomb))
  const packed = compressedOf(bomb).length
  const at = made.lastIndexOf(Buffer.from('xl/media/a.bin')) - 46
  made.writeUInt16LE(0, at + 10)
  made.writeUInt32LE(packed, at + 24)
  return made
}

/** Malicious spreadsheets, and the error expected for each. */
export const hostileSheets: [what: string, bytes: () => Buffer, words: RegExp][] = [
  ['reads files by an entity', () => sheetOf({ prolog: entity, rows: entityRow }), /XML entities/],
  [
    'multiplies itself by entities',
    () => sheetOf({ prolog: '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY x "&a;&a;&a;&a;">]>', rows: entityRow }),
    /XML entities/,
  ],
  [
    'hides its entities behind a long comment',
    () => sheetOf({ prolog: `<!--${' '.repeat(9000)}-->${entity}`, rows: entityRow }),
    /XML entities/,
  ],
  [
    'hides its entities in two bytes a letter',
    () => sheetOf({ prolog: entity, rows: entityRow, encoding: 'utf16le' }),
    /XML entities/,
  ],
  ['unpacks without end', () => sheetOf(part('xl/media/a.bin', bomb)), /too large when unpacked/],
  ['lies about its size', () => sheetOf(part('xl/media/a.bin', bomb, 1000)), /too large when unpacked/],
  ['lies about being packed', disguised, /damaged/],
  [
    'hides a part behind another of its name',
    () =>
      sheetOf({
        more: [
          { name: 'xl/media/a.bin', content: bomb, claimed: 1000 },
          { name: 'xl/media/a.bin', content: 'x' },
        ],
      }),
    /two entries of one name/,
  ],
  ['leaves its folder', () => sheetOf(part('../../etc/passwd', Buffer.from('x'))), /forbidden contents/],
  [
    'has one cell at its far end',
    () => sheetOf({ rows: `${plainRows}<row r="3"><c r="XFD3"><v>1</v></c></row>` }),
    /columns/,
  ],
]

/**
 * A spreadsheet with every kind of external reference. None of them may be requested, and only its own rows are read.
 */
export const sheetWithLinks = (far: string): Buffer =>
  sheetOf({
    links: ['externalLink', 'image', 'hyperlink', 'worksheet', 'styles', 'sharedStrings', 'theme']
      .map(
        (kind, at) =>
          `<Relationship Id="x${at}" Type="{office}/${kind}" Target="${far}/${kind}" TargetMode="External"/>`,
      )
      .join(''),
    more: [
      {
        name: 'xl/worksheets/_rels/sheet1.xml.rels',
        content: relations(
          `<Relationship Id="h1" Type="${office}/hyperlink" Target="${far}/link" TargetMode="External"/><Relationship Id="h2" Type="${office}/drawing" Target="${far}/drawing" TargetMode="External"/>`,
        ),
      },
    ],
  })
