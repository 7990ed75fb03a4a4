import { knownExceptions } from './boundary-rules/known-exceptions.ts'
import { rules } from './boundary-rules/rules.ts'
import { readTree } from './boundary-rules/source-tree.ts'

/** Checks the rules of ARCHITECTURE.md about imports, routes and tables. Prints file and line of each violation. */
const tree = readTree(process.cwd())
const exceptions = new Set(knownExceptions)
const needed = new Set<string>()
let broken = 0
for (const rule of rules)
  for (const { file, line, target, reason } of rule.find(tree)) {
    const key = [`${rule.name} | ${file} | ${target}`, `${rule.name} | * | ${target}`].find((known) =>
      exceptions.has(known),
    )
    if (key) {
      needed.add(key)
      continue
    }
    broken += 1
    process.stdout.write(`${file}:${line}  ${target}: ${reason} (${rule.name})\n`)
  }
const stale = knownExceptions.filter((key) => !needed.has(key))
for (const key of stale) process.stdout.write(`no longer needed in known-exceptions.ts: ${key}\n`)
process.stdout.write(`${tree.size} files, ${broken} broken boundaries, ${needed.size} known exceptions\n`)
process.exit(broken || stale.length ? 1 : 0)
