import { globSync, readFileSync } from 'node:fs'

/** Words that slow a reader down, and their replacements. Texts on screen have a longer list: docs/terms-en.md. */
const instead: Record<string, string> = {
  whoever: 'anyone who, the person who, no matter who',
  whomever: 'anyone whom',
  anew: 'again, or a verb with re-',
  'of theirs': 'their',
  'of yours': 'your',
}
const avoided = new RegExp(`\\b(${Object.keys(instead).join('|')})\\b`, 'gi')

const files = globSync([
  '{apps,packages}/*/{src,*.ts}/**/*.{ts,tsx,md}',
  '{e2e,bench,scripts}/**/*.ts',
  'docs/decisions/*.md',
  '*.md',
]).filter((file) => file !== 'scripts/plain-words.ts')
const problems = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(avoided)].map(
        ([word]) => `${file}:${index + 1}  “${word}”: write ${instead[word.toLowerCase()]}`,
      ),
    ),
)
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.stdout.write(`${files.length} files, ${problems.length} problems\n`)
process.exit(problems.length ? 1 : 0)
