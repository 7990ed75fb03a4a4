import type { Import } from './imports.ts'
import { isWiring } from './place.ts'
import type { Rule } from './rule.ts'

/** Creates a rule that checks each import separately. Wiring is exempt, because it imports everything. */
export const importRule = (name: string, judge: (item: Import) => string | false | undefined): Rule => ({
  name,
  *find(tree) {
    for (const { path, imports } of tree.values()) {
      if (isWiring(path)) continue
      for (const item of imports) {
        const reason = judge(item)
        if (reason) yield { file: item.file, line: item.line, target: item.target, reason }
      }
    }
  },
})
