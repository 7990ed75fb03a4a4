import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rootDir } from '#kit/config.ts'

export const version = (JSON.parse(readFileSync(path.join(rootDir, 'package.json'), 'utf8')) as { version: string })
  .version
