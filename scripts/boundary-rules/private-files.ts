import { importRule } from './import-rule.ts'
import { placeOf } from './place.ts'

/**
 * Other domains may use the files that have a role in their name or are in the `shared/` folder; all others are
 * private. In the web app, other domains may only use `index.ts`.
 */
export const privateFiles = importRule('private files', ({ file, target }) => {
  const [from, to] = [placeOf(file), placeOf(target)]
  if (!to.domain || from.package !== to.package || from.domain === to.domain) return undefined
  if (from.package === 'apps/web')
    return from.domain && !/\/index\.tsx?$/.test(target) && 'another web domain is reached through its index.ts'
  return (
    from.package === 'apps/server' &&
    !to.role &&
    !target.includes(`/${to.domain}/shared/`) &&
    'a file without a role is private to its domain; what others need lies in its shared/ folder'
  )
})
