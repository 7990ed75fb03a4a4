import { isObject, type Values } from '#values/own.ts'

/** One layer of the drawing. Sizes are pixels of the finished picture, from its top left corner. */
export interface Layer {
  customId: string
  type: 'textbox' | 'rect' | 'circle' | 'line' | 'image'
  left: number
  top: number
  width: number
  height: number
  angle?: number
  opacity?: number
  fill?: string
  stroke?: string
  strokeWidth?: number
  /** Corner radius of a rectangle. */
  rx?: number
  text?: string
  fontSize?: number
  fontWeight?: 'normal' | 'bold'
  textAlign?: 'left' | 'center' | 'right'
  /** Address of a fixed picture. */
  src?: string
  [key: string]: unknown
}

/** The input that supplies the text or picture of a layer. */
export interface LayerInput {
  objectId: string
  variableName: string
  [key: string]: unknown
}

export interface Drawing {
  width: number
  height: number
  background: string
  objects: Layer[]
  customVariableRefs: LayerInput[]
  [key: string]: unknown
}

export const emptyDrawing = (): Drawing => ({
  width: 1024,
  height: 768,
  background: '#ffffff',
  objects: [],
  customVariableRefs: [],
})

const sizeLimit = 4096
const layerTypes = new Set(['textbox', 'rect', 'circle', 'line', 'image'])

/** Reads a stored drawing; missing and implausible values are replaced by sensible ones. */
export function readDrawing(raw: unknown): Drawing {
  const from: Values = isObject(raw) ? raw : {}
  const blank = emptyDrawing()
  const size = (value: unknown, fallback: number): number => {
    const number = Math.round(Number(value))
    return Number.isFinite(number) && number > 0 ? Math.min(number, sizeLimit) : fallback
  }
  return {
    ...from,
    width: size(from.width, blank.width),
    height: size(from.height, blank.height),
    background: typeof from.background === 'string' ? from.background : blank.background,
    objects: (Array.isArray(from.objects) ? from.objects : []).flatMap((object, i) => readLayer(object, i) ?? []),
    customVariableRefs: (Array.isArray(from.customVariableRefs) ? from.customVariableRefs : []).filter(
      (customVariableRef): customVariableRef is LayerInput =>
        isObject(customVariableRef) &&
        typeof customVariableRef.objectId === 'string' &&
        typeof customVariableRef.variableName === 'string',
    ),
  }
}

function readLayer(raw: unknown, place: number): Layer | undefined {
  if (!isObject(raw) || !layerTypes.has(String(raw.type))) return undefined
  const number = (value: unknown, fallback: number): number => {
    const found = Number(value)
    return value !== undefined && value !== null && Number.isFinite(found) ? found : fallback
  }
  return {
    ...raw,
    type: raw.type as Layer['type'],
    customId: typeof raw.customId === 'string' ? raw.customId : `layer-${place + 1}`,
    left: number(raw.left, 0),
    top: number(raw.top, 0),
    width: number(raw.width, 100),
    height: number(raw.height, 100),
  }
}
