import { fileName } from '../../document/file-name.ts'
import { fontCss } from './font-css.ts'

interface Picture {
  bounds: { x: number; y: number; width: number; height: number }
  viewport: HTMLElement
  name: string
}
const margin = 64
const largest = 8_000

/** Saves the whole canvas as an image, not only the visible part. */
export async function saveImage({ bounds, viewport, name }: Picture): Promise<void> {
  const { toPng } = await import('html-to-image')
  const width = Math.ceil(bounds.width + margin * 2)
  const height = Math.ceil(bounds.height + margin * 2)
  const scale = Math.min(1, largest / Math.max(width, height))
  const restore = inlineEdgeStyles(viewport)
  try {
    const options: Parameters<typeof toPng>[1] = {
      backgroundColor: getComputedStyle(viewport.closest('.flow') ?? viewport).backgroundColor,
      width: Math.ceil(width * scale),
      height: Math.ceil(height * scale),
      pixelRatio: scale < 1 ? 1 : 2,
      fontEmbedCSS: await fontCss(),
      filter: (element) => !(element instanceof Element && element.matches('.line-add, .react-flow__edge-interaction')),
      style: {
        width: `${width}px`,
        height: `${height}px`,
        transform: `translate(${(margin - bounds.x) * scale}px, ${(margin - bounds.y) * scale}px) scale(${scale})`,
      },
    }
    // Embedded fonts are not loaded yet when an image is rendered for the first time.
    await toPng(viewport, { ...options, pixelRatio: 0.1 })
    await new Promise((resolve) => setTimeout(resolve, 400))
    download(await toPng(viewport, options), fileName(name, 'png'))
  } finally {
    restore()
  }
}

const drawn = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray'] as const

/** Writes the styles of edges inline until the image is done, because it does not include style sheets. */
function inlineEdgeStyles(viewport: HTMLElement): () => void {
  const lines = [...viewport.querySelectorAll<SVGElement>('.line-path')]
  for (const line of lines) {
    const style = getComputedStyle(line)
    const values = drawn.map((property) => [property, style.getPropertyValue(property)] as const)
    for (const [property, value] of values) line.style.setProperty(property, value)
  }
  return () => {
    for (const line of lines) for (const property of drawn) line.style.removeProperty(property)
  }
}

function download(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
