/** A link as a QR code, as an image for a page. */
export async function qrPicture(link: string): Promise<string> {
  const { toString } = await import('qrcode')
  const svg = await toString(link, { type: 'svg', margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
