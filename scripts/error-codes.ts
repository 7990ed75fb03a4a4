import { globSync, readFileSync } from 'node:fs'
import { ErrorCode } from '../packages/contract/src/shared/error-codes.ts'

/** Each error code has one name. Sources use the name instead of the number. */
const nameOf = new Map<number, string>()
const problems: string[] = []
for (const [block, codes] of Object.entries(ErrorCode))
  for (const [name, code] of Object.entries(codes)) {
    const other = nameOf.get(code)
    if (other) problems.push(`${code} is both ErrorCode.${other} and ErrorCode.${block}.${name}`)
    nameOf.set(code, `${block}.${name}`)
  }

const files = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', '{e2e,bench}/**/*.ts'])
for (const file of files) {
  if (file.startsWith('packages/contract/src/shared/error-codes/')) continue
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    for (const [digits] of line.matchAll(/\b\d{9}\b|\b\d{3}_\d{3}_\d{3}\b/g)) {
      const name = nameOf.get(Number(digits.replaceAll('_', '')))
      if (name) problems.push(`${file}:${index + 1}  ${digits}: write ErrorCode.${name}`)
    }
}
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.stdout.write(`${nameOf.size} error codes, ${problems.length} problems\n`)
process.exit(problems.length ? 1 : 0)
