import { importRule } from './import-rule.ts'
import { placeOf } from './place.ts'

/** contract → zod; engine → contract; the server and the web app do not import each other. */
export const packages = importRule('packages', ({ file, target, kind }) => {
  const [from, to] = [placeOf(file).package, placeOf(target).package]
  if (from === 'packages/contract' && to !== from && target !== 'zod') return 'the contract depends on zod only'
  if (from === 'packages/engine' && (to.startsWith('apps/') || target.startsWith('node:')))
    return 'the engine is pure: no server, no node modules'
  if (from === 'apps/web' && to === 'apps/server') return 'the web app does not reach into the server'
  if (from === 'apps/server' && to === 'apps/web') return 'the server does not reach into the web app'
  return (
    from === 'apps/web' &&
    target === '@orrery/contract' &&
    kind !== 'type' &&
    'the browser takes only types from the contract; values come from @orrery/contract/shared/*'
  )
})
