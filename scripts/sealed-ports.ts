import { globSync, readFileSync } from 'node:fs'

/** Ports are created in app.ts and sealed there. TypeScript finds missing providers; this finds a missing `seal`. */
const APP = 'apps/server/src/app.ts'
const files = globSync('apps/server/src/**/*.ts', { exclude: ['**/*.test.ts', 'apps/server/src/kit/ports.ts'] })
const problems = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:const (\w+) = )?\bcreatePorts</g)].flatMap(([, name]) => {
    if (file !== APP || !name) return `${file}: ports are made in ${APP}, with a name`
    const isSealed = new RegExp(`\\b${name}(\\s*\\.provide\\([^()]*\\))*\\s*\\.seal\\(\\)`).test(text)
    return isSealed ? [] : `${file}: ${name} is never sealed`
  })
})
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exit(problems.length ? 1 : 0)
