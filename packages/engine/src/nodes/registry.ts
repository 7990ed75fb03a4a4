import { code } from './code.ts'
import { end, output } from './emitters.ts'
import { llm } from './llm.ts'
import type { NodeKind } from './node-kind.ts'
import { selector } from './selector.ts'
import { start } from './start.ts'
import { text } from './text.ts'

const all: NodeKind[] = [start, end, llm, code, selector, output, text]

/** Every node type by the number it has on the canvas. */
export const kinds: ReadonlyMap<string, NodeKind> = new Map(all.map((kind) => [kind.type, kind]))
