import type { Import } from './imports.ts'
import { isWiring } from './place.ts'
import type { Rule } from './rule.ts'

/** A rule that judges each import by itself. The wiring is left out: it knows every part. */
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
