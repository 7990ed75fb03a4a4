import { Visitor } from 'rolldown/utils'
import { type Import, lineAt } from './imports.ts'
import { placeOf } from './place.ts'
import type { Rule, Violation } from './rule.ts'
import type { SourceFile } from './source-tree.ts'

/** Routes translate between the wire and a service. They must not import or receive a database or repo, even a type. */
export const routes: Rule = {
  name: 'routes',
  *find(tree) {
    for (const file of tree.values()) {
      if (placeOf(file.path).role !== 'routes') continue
      for (const item of file.imports)
        if (isStorage(item)) yield { ...item, reason: 'routes reach the database through a service' }
      yield* receivedStorage(file)
    }
  },
}

const isStorage = ({ target }: Import) =>
  placeOf(target).role === 'repo' ||
  ['pg', 'apps/server/src/kit/db.ts', 'apps/server/src/kit/infra.ts'].includes(target) ||
  target.startsWith('drizzle-orm')

/** Finds storage that is passed without a type or with an inferred one, by its name: `{ db }`, `botRepo`. */
function receivedStorage({ path, text, program }: SourceFile): Violation[] {
  const found = new Map<string, Violation>()
  new Visitor({
    Identifier({ name, start }) {
      if (!/^(db|pool)$|repo$/i.test(name) || found.has(name)) return
      found.set(name, { file: path, line: lineAt(text, start), target: name, reason: 'routes receive services only' })
    },
  }).visit(program)
  return [...found.values()]
}
