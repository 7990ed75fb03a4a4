import type { Page } from 'playwright-core'

/** For each frame, the time from its first event until after its paint. */
export async function frames(
  page: Page,
  event: 'mousemove' | 'wheel' | 'dragover',
  act: () => Promise<void>,
): Promise<number[]> {
  await page.evaluate((name) => {
    const costs: number[] = []
    let from = 0
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => {
      costs.push(performance.now() - from)
      from = 0
    })
    channel.port1.start()
    const begin = () => {
      if (from) return
      from = performance.now()
      requestAnimationFrame(() => channel.port2.postMessage(0))
    }
    window.addEventListener(name, begin, { capture: true, passive: true })
    Object.assign(window, {
      benchEnd: () => {
        window.removeEventListener(name, begin, true)
        return costs
      },
    })
  }, event)
  await act()
  return page.evaluate(() => (window as unknown as { benchEnd: () => number[] }).benchEnd())
}

export const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
export const shownP95 = (values: number[]) => `${p95(values).toFixed(1)} ms`
