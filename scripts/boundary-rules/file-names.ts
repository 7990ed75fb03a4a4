import { importRule } from './import-rule.ts'

export const fileNames = importRule(
  'file names',
  ({ target }) => /(^|\/)(utils|helpers|misc|common)\.tsx?$/.test(target) && 'a file name must say what is in it',
)
