import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import Pdf from 'pdfkit'

interface Part {
  name: string
  content: string | Buffer
  /** The size claimed in the directory entry. */
  claimed?: number
  mode?: number
}

/** Compresses large contents once for all archives that contain them. */
const compressedByContent = new WeakMap<Buffer, Buffer>()
export function compressedOf(data: Buffer): Buffer {
  const known = compressedByContent.get(data) ?? deflateRawSync(data)
  compressedByContent.set(data, known)
  return known
}

/** Builds a zip archive byte by byte, valid or malicious. */
export function zipOf(parts: Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimed, mode = 0 } of parts) {
    const data = typeof content === 'string' ? Buffer.from(content) : content
    const packed = compressedOf(data)
    const size = claimed ?? data.length
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(label.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(label.length, 28)
    entry.writeUInt32LE((mode << 16) >>> 0, 38)
    entry.writeUInt32LE(offset, 42)
    bodies.push(local, label, packed)
    directory.push(entry, label)
    offset += 30 + label.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, central, end])
}

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const rels =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`

export const docxOf = (lines: [text: string, style?: string][], prolog = '', more: Part[] = []): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', content: types },
    { name: '_rels/.rels', content: rels },
    {
      name: 'word/document.xml',
      content: `<?xml version="1.0"?>${prolog}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines.map(([text, style]) => paragraph(text, style)).join('')}</w:body></w:document>`,
    },
    ...more,
  ])

export const pptxOf = (slides: string[][]): Buffer =>
  zipOf(
    slides.map((lines, at) => ({
      name: `ppt/slides/slide${at + 1}.xml`,
      content: `<p:sld xmlns:p="p" xmlns:a="a">${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:sld>`,
    })),
  )

/** A PDF protected by a password. */
export async function lockedPdf(text: string): Promise<Buffer> {
  const pdf = new Pdf({ userPassword: 'locked', pdfVersion: '1.7' })
  pdf.text(text).end()
  return buffer(pdf)
}

/** A minimal PDF with a text on each page. */
export function pdfOf(pages: string[], { extra = '', catalog = '', count = pages.length } = {}): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  for (const [at, text] of pages.entries()) {
    const stream = `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    )
  }
  let body = '%PDF-1.4\n'
  const places: number[] = []
  objects.forEach((object, at) => {
    places.push(body.length)
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
  })
  const start = body.length
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`
  return Buffer.from(
    `${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${extra} >>\nstartxref\n${start}\n%%EOF`,
  )
}
