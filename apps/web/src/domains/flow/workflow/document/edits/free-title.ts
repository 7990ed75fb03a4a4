import { type Canvas, titleOf } from '../canvas.ts'
import { indexOf } from '../canvas-index.ts'

/** A title that no other node has, because references show only the title. `also` are titles about to be assigned. */
export function freeTitle(canvas: Canvas, name: string, also: ReadonlySet<string> = none): string {
  const taken = new Set([...indexOf(canvas).values()].map(({ node }) => titleOf(node)))
  const isFree = (title: string) => !taken.has(title) && !also.has(title)
  if (isFree(name)) return name
  const [, stem = name] = /^(.*?)(?: \d+)?$/.exec(name) ?? []
  for (let number = 2; ; number += 1) if (isFree(`${stem} ${number}`)) return `${stem} ${number}`
}
const none: ReadonlySet<string> = new Set()
