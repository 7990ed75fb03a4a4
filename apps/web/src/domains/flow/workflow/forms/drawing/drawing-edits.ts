import type { Drawing, Layer } from '@orrery/engine/describe'

const size = { textbox: [360, 60], rect: [240, 160], circle: [160, 160], line: [240, 0], image: [320, 240] } as const

/** Adds a layer with a new id in the middle of the board. */
export function addLayer(drawing: Drawing, type: Layer['type'], text: string): { drawing: Drawing; id: string } {
  const [width, height] = size[type]
  const id = freeId(drawing, type)
  // Each layer is offset from the one before, so that all are visible.
  const shift = (drawing.objects.length % 8) * 24
  const layer: Layer = {
    customId: id,
    type,
    left: Math.round((drawing.width - width) / 2) + shift,
    top: Math.round((drawing.height - height) / 2) + shift,
    width,
    height,
    ...(type === 'textbox' ? { text, fontSize: 36, fill: '#1f1f24' } : {}),
    ...(type === 'rect' || type === 'circle' ? { fill: '#5252d8' } : {}),
    ...(type === 'line' ? { stroke: '#1f1f24', strokeWidth: 4 } : {}),
    ...(type === 'image' ? { src: '' } : {}),
  }
  return { drawing: { ...drawing, objects: [...drawing.objects, layer] }, id }
}

function freeId(drawing: Drawing, type: string): string {
  const taken = new Set(drawing.objects.map((object) => object.customId))
  for (let number = 1; ; number += 1) if (!taken.has(`${type}-${number}`)) return `${type}-${number}`
}

export const changeLayer = (drawing: Drawing, id: string, change: Partial<Layer>): Drawing => ({
  ...drawing,
  objects: drawing.objects.map((object) => (object.customId === id ? { ...object, ...change } : object)),
})

export const removeLayer = (drawing: Drawing, id: string): Drawing => ({
  ...drawing,
  objects: drawing.objects.filter((object) => object.customId !== id),
  customVariableRefs: drawing.customVariableRefs.filter((customVariableRef) => customVariableRef.objectId !== id),
})

/** Moves a layer in the stack; upwards is towards the front. */
export function moveLayer(drawing: Drawing, id: string, by: 1 | -1): Drawing {
  const from = drawing.objects.findIndex((object) => object.customId === id)
  const to = from + by
  if (from < 0 || to < 0 || to >= drawing.objects.length) return drawing
  const layer = drawing.objects[from]!
  return { ...drawing, objects: drawing.objects.toSpliced(from, 1).toSpliced(to, 0, layer) }
}

export function copyLayer(drawing: Drawing, id: string): { drawing: Drawing; id: string } {
  const layer = drawing.objects.find((object) => object.customId === id)
  if (!layer) return { drawing, id }
  const copy = { ...layer, customId: freeId(drawing, layer.type), left: layer.left + 20, top: layer.top + 20 }
  return { drawing: { ...drawing, objects: [...drawing.objects, copy] }, id: copy.customId }
}

/** The input that fills a layer; empty for fixed content. */
export const inputOf = (drawing: Drawing, id: string): string =>
  drawing.customVariableRefs.find((customVariableRef) => customVariableRef.objectId === id)?.variableName ?? ''

export const setInput = (drawing: Drawing, id: string, variableName: string): Drawing => ({
  ...drawing,
  customVariableRefs: [
    ...drawing.customVariableRefs.filter((customVariableRef) => customVariableRef.objectId !== id),
    ...(variableName ? [{ objectId: id, variableName }] : []),
  ],
})
