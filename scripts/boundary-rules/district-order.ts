import { districts } from './districts.ts'
import { importRule } from './import-rule.ts'
import { placeOf } from './place.ts'

/** A domain imports from its own district and from lower ones, types included. */
export const districtOrder = importRule('district order', ({ file, target }) => {
  const [from, to] = [placeOf(file), placeOf(target)]
  if (!from.district || !to.district || from.package !== to.package) return undefined
  const [height, reached] = [districts.indexOf(from.district), districts.indexOf(to.district)]
  if (height < 0) return `${from.district} is missing in scripts/boundary-rules/districts.ts`
  return reached > height && `${from.district} is below ${to.district}`
})
