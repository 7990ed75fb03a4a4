import { expect, test } from 'vitest'
import type { Canvas, CanvasNode } from '../../document/canvas.ts'
import { mayUseTarget, needsTarget, targetInput } from './run-target.ts'

const node = (type: string, inputs: Record<string, unknown> = {}, blocks: CanvasNode[] = []): CanvasNode => ({
  id: type,
  type,
  data: { inputs },
  blocks,
})
const variable = { value: { type: 'ref', content: { source: 'global_variable_user', path: ['mood'] } } }
const canvas = (...nodes: CanvasNode[]): Canvas => ({ nodes, edges: [] })

test('a canvas that reads a variable needs a bot or project that owns it', () => {
  const reading = node('15', { inputParameters: [{ name: 'x', input: variable }] })
  expect([needsTarget(canvas(reading)), needsTarget(canvas(node('21', {}, [reading])))]).toEqual([true, true])
  expect(needsTarget(canvas(node('15')))).toBe(false)
})

test('memories, conversations and called workflows may use a bot or project', () => {
  expect([canvas(node('26')), canvas(node('39')), canvas(node('9'))].map(mayUseTarget)).toEqual([true, true, true])
  expect(needsTarget(canvas(node('9')))).toBe(false)
  expect(mayUseTarget(canvas(node('15')))).toBe(false)
})

test('a run is sent with the id of its bot or project', () => {
  expect(targetInput({ kind: 'bot', id: '1', name: 'B' })).toEqual({ bot_id: '1' })
  expect(targetInput({ kind: 'project', id: '2', name: 'P' })).toEqual({ project_id: '2' })
  expect(targetInput(null)).toEqual({})
})
