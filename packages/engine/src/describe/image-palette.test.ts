import { expect, it } from 'vitest'
import { NodeType } from '#node-type.ts'
import { imagePalette } from './image-palette.ts'

it('an image flow is offered picture nodes first, and none that talk, ask or store', () => {
  const types: string[] = imagePalette.map(({ type }) => type)
  expect(new Set(types).size).toBe(types.length)
  expect(imagePalette[0]!.group).toBe('image')
  expect(types).toEqual(expect.arrayContaining([NodeType.ImageGenerate, NodeType.DrawingBoard, NodeType.LLM]))
  const groups = new Set(imagePalette.map(({ group }) => group))
  for (const group of ['io', 'database', 'conversation', 'message'] as const) expect(groups).not.toContain(group)
})
