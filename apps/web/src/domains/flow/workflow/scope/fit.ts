import { elementOf, typeOnly, type ValueType } from '@orrery/engine/describe'

/** What happens when a value is used where another type is expected; the text is `fit.<name>`. */
export type Fit = 'fits' | 'asText' | 'asJson' | 'asNumber' | 'asBoolean' | 'parsed' | 'cut' | 'no'

/** Compares types by the conversion rules of the engine. Without an expected type, every type fits. */
export function fitOf(from: ValueType, to: ValueType | undefined): Fit {
  if (!to || from.type === to.type) return from.type === 'list' && to ? elementFit(from, to) : 'fits'
  switch (to.type) {
    case 'string':
      return from.type === 'object' || from.type === 'list' ? 'asJson' : 'asText'
    case 'integer':
      return from.type === 'float' ? 'cut' : from.type === 'string' ? 'asNumber' : 'no'
    case 'float':
      return from.type === 'integer' ? 'fits' : from.type === 'string' ? 'asNumber' : 'no'
    case 'boolean':
      return from.type === 'string' ? 'asBoolean' : 'no'
    default:
      return from.type === 'string' ? 'parsed' : 'no'
  }
}

/** Compares element types: the engine drops elements that it cannot convert. */
function elementFit(from: ValueType, to: ValueType): Fit {
  const [own, wanted] = [elementOf(from), elementOf(to)]
  if (!own || !wanted) return 'fits'
  const fit = fitOf(typeOnly(own), typeOnly(wanted))
  return fit === 'no' ? 'no' : fit === 'fits' ? 'fits' : fit
}
